import { type Cue, cueNotes } from './cues.ts';

let context: AudioContext | null = null;

/**
 * Browsers let a page sound once somebody has used it. Nothing is loaded: the notes are made here, so no file, address or
 * licence comes with them.
 */
export function readySounds(): void {
  const wake = (): void => {
    context ??= open();
    if (context?.state === 'suspended') void context.resume().catch(() => undefined);
  };
  for (const gesture of ['pointerdown', 'keydown'])
    window.addEventListener(gesture, wake, { capture: true, passive: true });
}

/** @param volume 1 to 100. What may not sound now is not made up for later: it would be about something else. */
export function playCue(cue: Cue, volume: number): void {
  context ??= open();
  if (context?.state !== 'running') return;
  const now = context.currentTime + 0.01;
  for (const { pitch, at, lasts } of cueNotes[cue]) {
    const note = context.createOscillator();
    const loudness = context.createGain();
    note.type = 'triangle';
    note.frequency.value = pitch;
    // Ears hear steps of loudness as its square.
    const peak = Math.max(0.001, 0.6 * (volume / 100) ** 2);
    loudness.gain.setValueAtTime(0.0001, now + at);
    loudness.gain.exponentialRampToValueAtTime(peak, now + at + 0.008);
    loudness.gain.exponentialRampToValueAtTime(0.0001, now + at + lasts);
    note.connect(loudness).connect(context.destination);
    note.start(now + at);
    note.stop(now + at + lasts);
  }
}

/** A machine without a sound card has no context. */
function open(): AudioContext | null {
  try {
    return new AudioContext();
  } catch {
    return null;
  }
}
