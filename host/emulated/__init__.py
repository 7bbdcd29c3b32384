"""The emulated Pico W: the real firmware in rp2040py, with strips, buttons, flash, USB and Wi-Fi."""
