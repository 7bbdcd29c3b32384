"""Random cities and games: what a completion may pay, once for each region, whatever the seats' order; undo."""

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from engine_core.games.ape_town import ApeTownGame
from engine_core.games.ape_town_scoring import TILES, Regions
from engine_core.moves import ADD, CLAIM, CONFIRM, FINAL, NEXT, NO_SEAT, OVER, PLACE
from engine_core.standings import win_reason
from tests.kit.rules.ape_town_table import scores, sit, source
from tests.kit.rules.cities import Play, maps, plays
from tests.kit.rules.walks import Move, goes_back_and_forth, goes_to_the_start_and_back, is_its_script, state

seats = st.integers(0, 4)
moves = st.one_of(
    st.tuples(st.just(PLACE), st.sampled_from([NO_SEAT, 0]), st.integers(-1, 12), st.integers(0, 6)),
    st.tuples(st.just(ADD), seats, st.integers(0, 2), st.integers(-3, 3)),
    st.tuples(st.just(CLAIM), st.just(NO_SEAT), st.integers(-1, 3), st.integers(-1, 1030)),
    st.tuples(st.just(FINAL), seats, st.integers(0, 1), st.integers(-1, 20)),
    st.tuples(st.sampled_from([NEXT, CONFIRM, CONFIRM, OVER]), st.just(NO_SEAT), st.just(0), st.just(0)),
)


@given(plays())
def test_at5_to_at10_every_tile_pays_what_a_second_reckoning_says(play: Play) -> None:
    """At once (AT5, AT6), dominance (AT9) and extortion (AT10), against the rule's words on the map's own text."""
    game = play.game
    while not game.over():
        before = [source(game, name) for name in ("immediate", "dominance", "extortion")]
        space, tile, seat = play.step()
        at_once, dominance, extortion = play.witness.lay(space, TILES[tile], seat)
        before[0][seat] += at_once
        for i in range(game.seats):
            before[1][i] += dominance[i]
            before[2][i] += extortion[i]
        assert [source(game, name) for name in ("immediate", "dominance", "extortion")] == before


@given(plays())
def test_at9_at10_a_completion_pays_within_the_bounds_of_the_rules(play: Play) -> None:
    """The completed region its worth to one seat or nothing; a neighbour its worth, and under one more a payee."""
    game, regions = play.game, play.game.regions
    while not game.over():
        play.step()
        done = regions.last()
        if done < 0:
            continue
        for region in range(game.city.regions):
            shares = [regions.paid(region, seat) for seat in range(game.seats)]
            payees = [seat for seat in range(game.seats) if shares[seat]]
            if region == done:
                assert sum(shares) in (0, regions.worth[region])
                assert len(payees) <= 1
            elif payees:
                assert game.city.borders[done * game.city.regions + region]
                assert regions.all_lemurs(region) < regions.all_lemurs(done)
                assert all(regions.lemurs(done, seat) for seat in payees)
                assert 0 <= sum(shares) - regions.worth[region] < len(payees)


@given(plays())
def test_at8_a_region_is_scored_exactly_once_and_only_one_by_a_tile(play: Play) -> None:
    game = play.game
    scored = ""
    while not game.over():
        before = game.completed()
        play.step()
        new = set(game.completed()) - set(before)
        last = game.regions.last()
        assert new == ({game.city.letters[last]} if last >= 0 else set())
        scored += "".join(new)
    assert sorted(scored) == list(game.city.letters)


@given(maps(), st.permutations(range(3)), st.booleans(), st.data())
def test_at9_the_order_of_seats_never_matters(
    text: str, order: list[int], proportional: bool, data: st.DataObject
) -> None:
    """The same tiles with the seats' numbers exchanged pay the same people."""
    city = sit(3, city=text)[1].city
    one, other = Regions(city, 3, proportional), Regions(city, 3, proportional)
    region = data.draw(st.integers(0, city.regions - 1))
    near = [r for r in range(city.regions) if city.borders[region * city.regions + r] and city.size[r] > 1]
    laid = [(region, city.size[region])] + [(r, city.size[r] - 1) for r in near]
    for where, count in reversed(laid):
        for _ in range(count):
            tile, seat = data.draw(st.integers(0, 5)), data.draw(st.integers(0, 2))
            one.place(where, tile, seat)
            other.place(where, tile, order[seat])
    assert one.last() == other.last() == region
    assert one.how() == other.how()
    for r in range(city.regions):
        assert [one.paid(r, seat) for seat in range(3)] == [other.paid(r, order[seat]) for seat in range(3)]
        leader = one.leader(r)
        assert other.leader(r) == (order[leader] if leader != NO_SEAT else NO_SEAT)


@given(plays())
def test_at1_at4_nothing_is_made_of_nothing(play: Play) -> None:
    """Tiles, disks and money only change hands."""
    game = play.game
    while not game.over():
        play.step()
        who = range(game.seats)
        tiles = [game.tile(space) for space in range(game.city.spaces) if game.tile(space) >= 0]
        assert [tiles.count(t) + game.supply(t) for t in range(6)] == [10, 10, 10, 14, 12, 24]
        disks = [game.disk(space) for space in range(game.city.spaces)]
        assert [disks.count(seat) + game.disks(seat) for seat in who] == [15] * game.seats
        assert sum(game.value(1, seat) for seat in who) + game.track.money_on_tiles() == 6 * game.seats
        assert sum(game.regions.filled) == len(tiles)
        assert all(game.total(seat) == sum(game.source(i, seat) for i in range(5)) for seat in who)


@given(plays())
def test_at13_the_winner_is_ahead_of_everybody(play: Play) -> None:
    game = play.game
    last = 0
    while not game.over():
        last = play.step()[2]
    play.table.play(CONFIRM, NO_SEAT)
    turns = [(last + 1 + i) % game.seats for i in range(game.seats)]
    best = max(scores(game))
    assert game.winners() == [next(seat for seat in turns if game.total(seat) == best)]


# -- undo, redo, refusals, scripts -------------------------------------------------------------------
def answers(game: ApeTownGame) -> tuple[object, ...]:
    """Everything that can be asked."""
    who, regions = range(game.seats), range(game.city.regions)
    return (
        (game.turn(), game.due(), game.over(), game.decided(), game.completed(), game.winners(), win_reason(game)),
        [[game.value(track, seat) for track in (0, 1)] + [game.disks(seat), game.final(0, seat)] for seat in who],
        [[game.source(i, seat) for i in range(5)] for seat in who],
        [(game.tile(space), game.disk(space)) for space in range(game.city.spaces)],
        (game.regions.last(), game.regions.how(), game.track.claimed(), game.track.reveal()),
        [[game.regions.paid(region, seat) for seat in who] for region in regions],
        [(game.regions.leader(region), game.regions.worth[region]) for region in regions],
    )


@given(plays())
def test_c1_undo_goes_back_through_completions_and_the_end_and_redo_forth_again(play: Play) -> None:
    table, game = play.table, play.game
    ask = partial(answers, game)
    history = [state(table, ask)]
    while not game.over():
        count = table.count
        play.step()
        if table.count == count + 2:  # the claim was a move of its own
            table.undo()
            history.append(state(table, ask))
            table.redo()
        history.append(state(table, ask))
    table.play(CONFIRM, NO_SEAT)
    history.append(state(table, ask))
    goes_back_and_forth(table, history, ask)


@given(maps(), st.sampled_from(["space", "region"]), st.sampled_from(["on", "off"]), st.lists(moves, max_size=60))
def test_c1_any_moves_undone_are_the_start_and_refusals_change_nothing(
    text: str, entry: str, claims: str, played: list[Move]
) -> None:
    table, game = sit(3, "entry " + entry, "claims " + claims, city=text)
    goes_to_the_start_and_back(table, played, partial(answers, game))


@given(plays())
def test_c1_a_game_as_a_script_leads_to_the_same_state_and_the_same_script(play: Play) -> None:
    while not play.game.over():
        play.step()
    play.table.play(CONFIRM, NO_SEAT)
    is_its_script(play.table, play.text)
