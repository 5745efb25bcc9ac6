"""The rules of NOX."""
