"""The virtual device and its two views: the page in a browser, and the terminal."""
