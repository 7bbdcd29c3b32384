"""The rules core: games, table, scripts, keys, lights and journal, without hardware.

Runs unmodified on CPython and MicroPython. Imports only itself.
"""
