"""Primates: the verbs in scripts for the moves that only this game has (PR2, PR3)."""

from ..moves import ACTION, ENVIRONMENT
from ..scripts.verbs import Field, Verb
from .primates_parts import ACTIONS

VERBS = (
    Verb("action", ACTION, False, Field("ACTION", ACTIONS)),
    Verb("environment", ENVIRONMENT, False),
)
