"""The folders of the layers on this machine: in the source tree or in the installed package."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOARDS = ROOT / "boards"
