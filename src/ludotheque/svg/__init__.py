"""Pictures as SVG, written by hand: no scripts, no fonts of their own, nothing from elsewhere."""
