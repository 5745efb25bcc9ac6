"""NOX shown: views, text boards, pictures."""
