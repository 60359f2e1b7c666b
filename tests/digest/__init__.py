"""A digest of every translation and every result of the oracle, which a change of behaviour shows in."""
