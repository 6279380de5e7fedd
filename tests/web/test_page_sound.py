# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page's speaker, run by Node beside an audio context in each of its states."""

import pytest

from tests.web.scripts import run

SPEAKER = """
const {Speaker} = await load("sound.js");
const called = [];
const parameter = (name) => ({setValueAtTime: (value) => called.push([name, value])});
globalThis.AudioContext = class {
  state = "suspended";
  currentTime = 0;
  async resume() {
    called.push(["resume"]);
    if (globalThis.refuses) throw new Error("not now");
    this.state = "running";
  }
  createGain() { return {gain: parameter("gain"), connect() {}}; }
  createOscillator() {
    return {frequency: parameter("frequency"), connect() {}, start: () => called.push(["start"])};
  }
};
const speaker = new Speaker();
"""


@pytest.mark.parametrize("state", ["suspended", "interrupted", "closed", "something new"])
def test_whatever_has_stopped_the_sound_the_next_key_brings_it_back(state):
    called = run(
        SPEAKER
        + """
        speaker.wake();
        called.length = 0;
        speaker.context.state = given[0];
        speaker.tone(440, 1);
        speaker.wake();
        speaker.wake();
        speaker.tone(440, 3);
        return called;
        """,
        state,
    )
    assert called == [["resume"], ["frequency", 440], ["gain", 0.1]]


def test_a_browser_that_lets_nothing_sound_or_has_no_sound_is_no_error():
    called = run(
        SPEAKER
        + """
        globalThis.refuses = true;
        speaker.wake();
        speaker.tone(440, 1);
        speaker.quiet();
        delete globalThis.AudioContext;
        const silent = new Speaker();
        silent.wake();
        silent.tone(440, 1);
        silent.quiet();
        return called;
        """
    )
    assert called == [["start"], ["resume"], ["gain", 0]]
