// Work groups whose invocations meet at one place, whatever BAR they wait at.

// NV_compute_program5 2.X.8, BAR: what was written before is there for all
void group_waits() {
    memoryBarrierShared();
    barrier();
}

// NV_compute_program5 2.X.8, BAR: true if all wait at the same one; where some alone do, that is told
bool group_meets(int waits) {
    group_waits();
    if (gl_LocalInvocationIndex == 0u) {
        met_least = 0x7fffffff;
        met_most = -1;
        met_count = 0;
    }
    group_waits();
    atomicMin(met_least, waits);
    atomicMax(met_most, waits);
    group_waits();
    int least = met_least, most = met_most;
    if (least == most) return most >= 0;
    group_waits();
    if (gl_LocalInvocationIndex == 0u) met_least = 0x7fffffff;
    group_waits();
    if (waits >= 0) atomicMin(met_least, waits);
    group_waits();
    if (waits == met_least) atomicAdd(met_count, 1);
    group_waits();
    if (gl_LocalInvocationIndex == 0u && atomicCompSwap(missed[0], 0u, 1u) == 0u) {
        missed[1] = uint(met_least);
        missed[2] = uint(met_count);
        missed[3] = gl_WorkGroupID.x;
        missed[4] = gl_WorkGroupID.y;
        missed[5] = gl_WorkGroupID.z;
    }
    return false;
}
