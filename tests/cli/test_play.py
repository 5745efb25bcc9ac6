"""`ludotheque play` as plain text, run as a user would: pipes, screen readers, nonsense."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

import ludotheque

ENVIRONMENT = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}


def play(*arguments: str, answers: str = "") -> str:
    """Return what is printed. The default level is 0, so that no bot needs to be compiled."""
    level = () if "--level" in arguments else ("--level", "0")
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", "play", *arguments, *level],
        input=answers,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env=ENVIRONMENT,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout


def fails(*arguments: str) -> str:
    """Run a command that must fail with exit code 2 and no traceback; return its message."""
    command = [sys.executable, "-m", "ludotheque", "play", *arguments]
    done = subprocess.run(command, input="", capture_output=True, text=True, timeout=300, check=False, env=ENVIRONMENT)
    assert done.returncode == 2
    assert "Traceback" not in done.stdout + done.stderr
    return " ".join((done.stdout + done.stderr).split())


def test_a_session_of_questions_and_moves() -> None:
    shown = play("keks", "--seed", "1", answers="moves\nmoves g\nhelp\nb1\nundo\nundo\nb1\nboard\nlog\nrules\nquit\n")
    assert "8 moves: b1" in shown
    assert "2 moves: g1  g8" in shown
    assert re.search(r"Seat 0 takes a colour \w tile \(b1\)", shown)
    assert "you have not moved yet" in shown
    assert "Dieter Stein" in shown


def test_a_refusal_names_the_reason_and_the_rule() -> None:
    shown = play("keks", "--seed", "1", answers="d1\nz9\nx\x00y\nstop\nquit\n")
    assert "d1: it is held on three sides; a tile needs at least two free edges (rule 3)" in shown
    assert "'z9' is not a move of Keks" in shown
    assert "stop: you have not taken a tile yet" in shown


def test_try_previews_a_move_without_playing_it() -> None:
    shown = play("keks", "--seed", "1", answers="try b1\ntry d1\ntry\nlog\nquit\n")
    assert len(re.findall(r"Seat 0 takes a colour \w tile \(b1\)", shown)) == 1
    assert "d1: it is held on three sides" in shown
    assert shown.rstrip().endswith("60 tiles are laid out.\n\nYour move >")


def test_try_does_not_reveal_what_will_be_drawn() -> None:
    match = ludotheque.game("nox").start(3, "secret")
    move = match.legal_moves()[0]
    shown = play("nox", "--seats", "3", "--seed", "secret", answers=f"try {move}\nquit\n")
    assert f"Seat 0 plays the {move.split('>')[0]}" in shown
    assert "draws" not in shown


def test_undo_is_refused_after_hidden_information_was_revealed() -> None:
    move = ludotheque.game("nox").start(3, "s").legal_moves()[0]
    assert "moves cannot be taken back in NOX" in play("nox", "--seed", "s", answers=f"{move}\nundo\nquit\n")


def test_a_hint_has_moves_with_their_chances() -> None:
    shown = play("keks", "--seed", "1", answers="hint\nquit\n")
    legal = ludotheque.game("keks").start(seed="1").legal_moves()
    assert any(f"{move}: " in shown for move in legal)
    assert "Hint: your chance to win." in shown
    assert "%" in shown


def test_it_asks_for_the_game_and_ends_at_the_end_of_input() -> None:
    shown = play(answers="chess\n0\n2\n")
    assert "There is no game 'chess'" in shown
    assert "There is no game '0'" in shown
    assert "Good-bye" in shown


def test_a_whole_match_can_be_played() -> None:
    """Try every square again and again, against random moves, until the program names the winner."""
    squares = "".join(f"{column}{row}\n" for row in range(1, 9) for column in "abcdefgh")
    shown = play("keks", "--seed", "3", answers=(squares + "stop\n") * 80)
    assert "The match is over, " in shown
    assert "You win." in shown or "Seat 1 wins." in shown


def test_another_seat_can_be_yours() -> None:
    shown = play("keks", "--seat", "1", "--seed", "1", answers="quit\n")
    assert "Seat 0 takes" in shown
    assert "Seat 1 takes" not in shown


def test_bots_of_a_level_play() -> None:
    shown = play("keks", "--level", "1", "--seat", "1", "--seed", "1", answers="quit\n")
    assert "Seat 0 takes" in shown


@pytest.mark.parametrize(
    "arguments", [("keks",), ("nox", "--seats", "4", "-o", "target=20"), ("nasca", "-o", "rounds=1")]
)
def test_a_watched_match_runs_to_its_end(arguments: tuple[str, ...]) -> None:
    shown = play(*arguments, "--watch", "--seed", "1")
    assert "Your move" not in shown
    assert " wins." in shown or " win." in shown
    assert "The match is over, " in shown


def test_in_a_race_the_others_build_while_you_do() -> None:
    first = ludotheque.game("domino3d").start(2, "1", {"mode": "race"}).legal_moves(0)[0]
    shown = play(
        "domino3d", "-o", "mode=race", "--seed", "1", answers=f"{first}\n{first}\nlift {first.split()[1]}\nquit\n"
    )
    assert shown.count("Seat 0 places domino") == 1
    assert "is already on your table; lift it first" in shown
    assert len([line for line in shown.splitlines() if line.startswith("Seat 1 ")]) == 2


def test_in_a_race_no_move_is_taken_back() -> None:
    shown = play("domino3d", "-o", "mode=race", "--seed", "1", answers="undo\nquit\n")
    assert "moves cannot be taken back where several seats play at the same time" in shown


def test_there_is_no_timer_in_plain_text() -> None:
    assert "sand timer does not run" in play("domino3d", answers="timeout\nquit\n")
    assert "sand timer does not run" not in play("domino3d", "-o", "sand=0", answers="quit\n")
    assert "sand timer does not run" not in play("domino3d", "-o", "mode=race", answers="quit\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "keks, nasca"),
        (("keks", "--level", "9"), "--level"),
        (("keks", "--level", "-1"), "--level"),
        (("keks", "--seat", "2"), "this match has the seats 0 to 1"),
        (("keks", "--seat", "-1"), "this match has the seats 0 to 1"),
        (("keks", "--seats", "3"), "2 seats"),
        (("keks", "--option", "speed=9"), "variant"),
    ],
)
def test_errors_name_what_is_allowed(arguments: tuple[str, ...], said: str) -> None:
    assert said in fails(*arguments)


def run_in_a_terminal(*arguments: str, keys: bytes) -> tuple[int, bytes]:
    """Run the command in a terminal of 80 by 24 and press keys once something is shown; return exit code and output."""
    pid, terminal = pty.fork()
    if pid == 0:
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        os.execve(sys.executable, [sys.executable, "-m", "ludotheque", "play", *arguments], environment)
    shown, deadline, pressed = b"", time.monotonic() + 600, 0.0
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
        elif shown and time.monotonic() - pressed > 10:  # press again, in case the keys were lost
            os.write(terminal, keys)
            pressed = time.monotonic()
    else:
        os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown


def test_in_a_terminal_it_fills_the_screen() -> None:
    code, shown = run_in_a_terminal("keks", "--level", "0", "--seed", "1", keys=b"\x11\r")
    assert code == 0
    assert b"\x1b[?1049h" in shown  # the alternate screen of the terminal
    assert b"Traceback" not in shown


def test_plain_can_be_chosen_in_a_terminal() -> None:
    code, shown = run_in_a_terminal("keks", "--plain", "--level", "0", "--seed", "1", keys=b"quit\n")
    assert code == 0
    assert b"\x1b[?1049h" not in shown
    assert b"Your move" in shown
