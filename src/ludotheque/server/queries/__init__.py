"""Read models: what is shown of tables, results and records."""
