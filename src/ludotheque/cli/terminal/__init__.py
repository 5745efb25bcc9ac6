"""The full-screen terminal program, for keyboard and mouse."""
