"""Building blocks of SVG pictures. Pictures contain no scripts, load no fonts and refer to nothing outside."""
