"""Digests of every translation and of every result of the oracle, which a change of behaviour shows in."""
