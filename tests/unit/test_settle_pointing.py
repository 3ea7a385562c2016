"""Statements that end `the last one`."""

from settle_builders import LIKES, said
from settle_ledger import Ledger

from memory.model.assertion import Change
from memory.model.pointing import points


def open_values(ledger: Ledger) -> set[str]:
    return {v.value for v in ledger.open if v.status.value == "current" and v.valid_to is None}


def test_what_points_ends_the_value_told_last_before_it() -> None:
    ledger = Ledger(LIKES)
    ledger.say(said("oil the gate", "03-01"))
    ledger.say(said("return the drill", "03-02"))
    ledger.say(said("the reminder", "03-03", polarity="-", change=Change.ENDS))
    ledger.say(said("call the plumber", "03-04"))
    assert open_values(ledger) == {"oil the gate", "call the plumber"}


def test_a_value_proper_does_not_point() -> None:
    assert points("my last grant application")
    assert points("前几天那个提醒")
    assert not points("return the drill")
