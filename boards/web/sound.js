// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The speaker: square waves, as the handhelds play them. Browsers are silent until somebody presses something.

const LOUD = [0, 0.015, 0.04, 0.1]; // by volume

export class Speaker {
  constructor() {
    this.context = null;
  }

  /** Call it when a key or a finger is pressed: only then a browser lets it play. */
  wake() {
    const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
    if (!Context) return;
    if (!this.context) {
      this.context = new Context();
      this.gain = this.context.createGain();
      this.gain.gain.value = 0;
      this.gain.connect(this.context.destination);
      this.wave = this.context.createOscillator();
      this.wave.type = "square";
      this.wave.connect(this.gain);
      this.wave.start();
    }
    // "suspended" until a gesture, or "interrupted" by a call
    if (this.context.state !== "running") this.context.resume().catch(() => {});
  }

  /** Plays a tone until the next call. volume: 1 to 3. */
  tone(hertz, volume) {
    if (this.context?.state !== "running") return;
    this.wave.frequency.setValueAtTime(hertz, this.context.currentTime);
    this.gain.gain.setValueAtTime(LOUD[volume], this.context.currentTime);
  }

  quiet() {
    this.gain?.gain.setValueAtTime(0, this.context.currentTime);
  }
}
