"""What every word of the languages means, from the tables that programs are checked and translated by."""
