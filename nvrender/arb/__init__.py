"""Programs as plain ``!!ARBvp1.0`` and ``!!ARBfp1.0``, without an option that the source does not name."""
