"""The domain: tables with their journals, handlers, clocks and people."""
