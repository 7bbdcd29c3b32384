"""Everything that needs no hardware: rules, tables, scripts, debouncing, gestures, pictures of LEDs, the journal.

Runs unmodified on CPython and MicroPython. Imports no other layer.
"""
