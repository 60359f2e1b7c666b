"""What ``nvrender trace`` does."""
