"""The virtual device and what shows it: the page in a browser, and the terminal."""
