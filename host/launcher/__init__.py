"""The command `troop` of the installed package: makes `import engine_core` and `import host` work, then runs it.

The same sources run on the board, where engine_core/ and firmware/ are in /lib and are imported by
these names. The laptop uses the same names, so that all imports are the same. As top-level names in
site-packages they would be too general (`host`, `boards`). So the wheel keeps them inside this
package, and this launcher puts their folder first on sys.path of the process that runs `troop`.
"""

import importlib.util
import sys
from pathlib import Path


def layers_folder() -> Path:
    """The folder that holds host/, firmware/, engine_core/ and boards/.

    In an installed copy that is the folder of this package. In an editable install it is the source tree,
    because setuptools finds `troopkeeper.host` there.
    """
    found = importlib.util.find_spec("troopkeeper.host")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("troop: the installed copy is incomplete: install troopkeeper again.")
    return Path(next(iter(found.submodule_search_locations))).parent


def main() -> None:
    """Run the command `troop`."""
    folder = str(layers_folder())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    from host.commands.cli import main as run

    run()
