"""Flow as plain ARB programs have it: assignments, selections and kills alone, one after the other."""
