// Products and sums: left to right, every step rounded; those named _flush take what lies below 2^-126 for zero
// after each.

// magnitudes below 2^-126 are zero
// NV_vertex_program2 2.14.3: magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise float r = mix(a, zero, abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}
genFType nv_flush(genFType a) {
    genFType zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    precise genFType r = mix(a, zero, lessThan(abs(a), genFType(uintBitsToFloat(0x00800000u))));
    return r;
}

// sums below 2^-126 are zero
// NV_vertex_program2 2.14.3: sums below 2^-126 are zero
genFType nv_sum(genFType a, genFType b) {
    precise genFType sum = a + b;
    return nv_flush(sum);
}

// products below 2^-126, before rounding, are zero
// NV_vertex_program2 2.14.3: products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    precise float r = mix(product, zero, abs(scaled) < uintBitsToFloat(0x0c800000u));
    return r;
}
genFType nv_product(genFType a, genFType b) {
    precise genFType product = a * b;
    precise genFType scaled = a * 16777216.0 * b;
    genFType zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    precise genFType r = mix(product, zero, lessThan(abs(scaled), genFType(uintBitsToFloat(0x0c800000u))));
    return r;
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
// NV_fragment_program 3.11.5.10, FRC: in [0, 1)
// NV_vertex_program2 2.14.3.16: in [0, 1)
float nv_frc(float a) {
    precise float part = a - floor(a);
    precise float r = mix(part, 0.99999994, part == 1.0);
    return r;
}
genFType nv_frc(genFType a) {
    precise genFType part = a - floor(a);
    precise genFType r = mix(part, genFType(0.99999994), equal(part, genFType(1.0)));
    return r;
}

// --- Dot products

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
}

// NV_gpu_program4 2.X.8, DP2
// calls: nv_product 2, nv_sum 1
float nv_dp2_flush(vec2 a, vec2 b) {
    precise vec2 products = nv_product(a, b);
    precise float result = nv_sum(products.x, products.y);
    return result;
}

// NV_gpu_program4 2.X.8, DP2A
float nv_dp2a(vec2 a, vec2 b, float c) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y + c;
    return result;
}

// NV_gpu_program4 2.X.8, DP2A
// calls: nv_product 2, nv_sum 1
float nv_dp2a_flush(vec2 a, vec2 b, float c) {
    precise vec2 products = nv_product(a, b);
    precise float result = nv_sum(nv_sum(products.x, products.y), c);
    return result;
}

// NV_gpu_program4 2.X.8, DP3
// NV_fragment_program 3.11.5.5, DP3
// NV_vertex_program2 2.14.3.9
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, DP3
// NV_fragment_program 3.11.5.5, DP3
// NV_vertex_program2 2.14.3.9
// name: nv_dp3
// calls: nv_product 3, nv_sum 1
float nv_dp3_flush(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_sum(nv_sum(product.x, product.y), product.z);
    return sum;
}

// NV_gpu_program4 2.X.8, DP4
// NV_fragment_program 3.11.5.6, DP4
// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_gpu_program4 2.X.8, DP4
// NV_fragment_program 3.11.5.6, DP4
// NV_vertex_program2 2.14.3.10
// name: nv_dp4
// calls: nv_product 4, nv_sum 1
float nv_dp4_flush(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_sum(nv_sum(nv_sum(product.x, product.y), product.z), product.w);
    return sum;
}

// NV_gpu_program4 2.X.8, DPH
// NV_vertex_program2 2.14.3.11
float nv_dph(vec3 a, vec4 b) {
    precise vec3 product = a * b.xyz;
    precise float sum = product.x + product.y + product.z + b.w;
    return sum;
}

// NV_gpu_program4 2.X.8, DPH
// NV_vertex_program2 2.14.3.11
// name: nv_dph
// calls: nv_product 3, nv_sum 1
float nv_dph_flush(vec3 a, vec4 b) {
    precise vec3 product = nv_product(a, b.xyz);
    precise float sum = nv_sum(nv_sum(nv_sum(product.x, product.y), product.z), b.w);
    return sum;
}

// NV_vertex_program 2.14.1.10.8, of an operand and itself
// name: nv_squared
float nv_squared3(vec3 a) {
    precise vec3 product = a * a;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_vertex_program 2.14.1.10.8, of an operand and itself
// name: nv_squared
// calls: nv_product 3, nv_sum 1
float nv_squared3_flush(vec3 a) {
    precise vec3 product = nv_product(a, a);
    precise float sum = nv_sum(nv_sum(product.x, product.y), product.z);
    return sum;
}

// NV_vertex_program 2.14.1.10.9, of an operand and itself
// name: nv_squared
float nv_squared4(vec4 a) {
    precise vec4 product = a * a;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_vertex_program 2.14.1.10.9, of an operand and itself
// name: nv_squared
// calls: nv_product 4, nv_sum 1
float nv_squared4_flush(vec4 a) {
    precise vec4 product = nv_product(a, a);
    precise float sum = nv_sum(nv_sum(nv_sum(product.x, product.y), product.z), product.w);
    return sum;
}

// --- 0.0 times anything is 0.0. The mask is made of words, as comparisons cost llvmpipe twice as much.

// NV_vertex_program2 2.14.3: no bits of a zero, denormals are zeros; all bits of other numbers
genIType nv_not_zero(genFType a) {
    return (0x007fffff - (floatBitsToInt(a) & 0x7fffffff)) >> 31;
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
genFType nv_mul(genFType a, genFType b) {
    precise genFType product = a * b;
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program 2.14.1.11: 0.0 times anything is 0.0
// name: nv_mul
genFType nv_mul_flush(genFType a, genFType b) {
    precise genFType product = nv_product(a, b);
    return intBitsToFloat(floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b));
}

// NV_vertex_program 2.14.1.10.8
// name: nv_dp3
// calls: nv_mul 3
float nv_mul_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_mul(a, b);
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_vertex_program 2.14.1.10.8
// name: nv_dp3
// calls: nv_mul_flush 3, nv_sum 1
float nv_mul_dp3_flush(vec3 a, vec3 b) {
    precise vec3 product = nv_mul_flush(a, b);
    precise float sum = nv_sum(nv_sum(product.x, product.y), product.z);
    return sum;
}

// NV_vertex_program 2.14.1.10.9
// name: nv_dp4
// calls: nv_mul 4
float nv_mul_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_mul(a, b);
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_vertex_program 2.14.1.10.9
// name: nv_dp4
// calls: nv_mul_flush 4, nv_sum 1
float nv_mul_dp4_flush(vec4 a, vec4 b) {
    precise vec4 product = nv_mul_flush(a, b);
    precise float sum = nv_sum(nv_sum(nv_sum(product.x, product.y), product.z), product.w);
    return sum;
}

// NV_vertex_program1_1 2.14.1.10.18
// name: nv_dph
// calls: nv_mul 3
float nv_mul_dph(vec3 a, vec4 b) {
    precise vec3 product = nv_mul(a, b.xyz);
    precise float sum = product.x + product.y + product.z + b.w;
    return sum;
}

// NV_vertex_program1_1 2.14.1.10.18
// name: nv_dph
// calls: nv_mul_flush 3, nv_sum 1
float nv_mul_dph_flush(vec3 a, vec4 b) {
    precise vec3 product = nv_mul_flush(a, b.xyz);
    precise float sum = nv_sum(nv_sum(nv_sum(product.x, product.y), product.z), b.w);
    return sum;
}

// --- Of several products

// NV_gpu_program4 2.X.8, LRP
// NV_fragment_program 3.11.5.14, LRP
genFType nv_lrp(genFType a, genFType b, genFType c) {
    precise genFType sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, LRP
// NV_fragment_program 3.11.5.14, LRP
genFType nv_lrp_flush(genFType a, genFType b, genFType c) {
    precise genFType sum = nv_sum(nv_product(a, b), nv_product(nv_sum(genFType(1.0), -a), c));
    return sum;
}

// NV_gpu_program4 2.X.8, XPD
vec3 nv_xpd(vec3 a, vec3 b) {
    precise vec3 result = a.yzx * b.zxy - a.zxy * b.yzx;
    return result;
}

// NV_gpu_program4 2.X.8, XPD
// calls: nv_product 3, nv_sum 3
vec3 nv_xpd_flush(vec3 a, vec3 b) {
    precise vec3 result = nv_sum(nv_product(a.yzx, b.zxy), -nv_product(a.zxy, b.yzx));
    return result;
}

// NV_gpu_program4 2.X.8, X2D
// NV_fragment_program 3.11.5.45, X2D
vec2 nv_x2d(vec2 a, vec2 b, vec4 c) {
    precise vec2 result = a + b.xx * c.xz + b.yy * c.yw;
    return result;
}

// NV_gpu_program4 2.X.8, X2D
// NV_fragment_program 3.11.5.45, X2D
// calls: nv_product 2, nv_sum 2
vec2 nv_x2d_flush(vec2 a, vec2 b, vec4 c) {
    precise vec2 result = nv_sum(nv_sum(a, nv_product(b.xx, c.xz)), nv_product(b.yy, c.yw));
    return result;
}

// NV_gpu_program4 2.X.8, RFL
// NV_fragment_program 3.11.5.26, RFL
vec3 nv_rfl(vec3 a, vec3 b) {
    precise vec3 products = a * b;
    precise vec3 squares = a * a;
    precise float scale = 2.0 * (products.x + products.y + products.z) / (squares.x + squares.y + squares.z);
    precise vec3 result = vec3(scale) * a - b;
    return result;
}

// NV_gpu_program4 2.X.8, RFL
// NV_fragment_program 3.11.5.26, RFL
// calls: nv_product 3, nv_sum 3, nv_sum 1
vec3 nv_rfl_flush(vec3 a, vec3 b) {
    precise vec3 products = nv_product(a, b);
    precise vec3 squares = nv_product(a, a);
    precise float scale = 2.0 * (nv_sum(nv_sum(products.x, products.y), products.z)) / (nv_sum(nv_sum(squares.x, squares.y), squares.z));
    precise vec3 result = nv_sum(nv_product(vec3(scale), a), -b);
    return result;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise float sum = squares.x + squares.y + squares.z;
    precise vec3 result = a * nv_rsq(sum);
    return result;
}

// NV_gpu_program4 2.X.8, NRM
// calls: nv_product 3, nv_sum 1
vec3 nv_nrm_flush(vec3 a) {
    precise vec3 squares = nv_product(a, a);
    precise vec3 result = nv_product(a, vec3(nv_rsq(nv_sum(nv_sum(squares.x, squares.y), squares.z))));
    return result;
}

// NV_gpu_program4 2.X.8, NRM
// name: nv_nrm in arbfp
vec3 nv_nrm_absolute(vec3 a) {
    precise vec3 squares = a * a;
    precise float sum = squares.x + squares.y + squares.z;
    precise vec3 result = a * nv_rsq_absolute(sum);
    return result;
}

// NV_gpu_program4 2.X.8, NRM
// name: nv_nrm_flush in arbfp
// calls: nv_product 3, nv_sum 1
vec3 nv_nrm_absolute_flush(vec3 a) {
    precise vec3 squares = nv_product(a, a);
    precise vec3 result = nv_product(a, vec3(nv_rsq_absolute(nv_sum(nv_sum(squares.x, squares.y), squares.z))));
    return result;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}
genFType nv_opaque(genFType a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(genFType(zero)));
}
