"""The device: engine_core on a board. app.py knows no hardware; main.py and the drivers do."""
