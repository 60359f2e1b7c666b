"""The generated pages of the documentation's site: what they say is read from the package (mkdocs.yml)."""
