"""What ``nvrender diff`` does."""
