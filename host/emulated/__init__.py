"""The emulated Pico W: real firmware in rp2040py, with its strips, buttons, flash, USB and Wi-Fi."""
