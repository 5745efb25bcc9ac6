"""One file named for each game that has more than its text to show, and what such a file needs beside it."""
