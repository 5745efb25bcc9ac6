"""The domain: tables with their journals, decisions, clocks and people."""
