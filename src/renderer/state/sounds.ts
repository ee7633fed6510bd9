import type { Transaction, TransactionState } from '../../shared/domain/transaction.ts';
import { subscribe } from '../host/call.ts';
import { useSettings } from './settings.ts';
import { useStatus } from './status.ts';

/**
 * - success, failed: a sale's outcome
 * - attention: an unknown or disputed sale, which a person must look at
 * - keyError: a key or an entry was refused
 */
export type Cue = 'success' | 'failed' | 'attention' | 'keyError';

interface Note {
  /** hertz */
  pitch: number;
  /** seconds from the beginning of the cue */
  at: number;
  /** seconds */
  lasts: number;
}

/** Distinguished by their melody: up, down, three alike, one low. All are shorter than half a second. */
export const cueNotes: Readonly<Record<Cue, readonly Note[]>> = {
  success: [
    { pitch: 659, at: 0, lasts: 0.14 },
    { pitch: 880, at: 0.11, lasts: 0.26 },
  ],
  failed: [
    { pitch: 392, at: 0, lasts: 0.18 },
    { pitch: 262, at: 0.16, lasts: 0.3 },
  ],
  attention: [
    { pitch: 784, at: 0, lasts: 0.1 },
    { pitch: 784, at: 0.16, lasts: 0.1 },
    { pitch: 784, at: 0.32, lasts: 0.14 },
  ],
  keyError: [{ pitch: 165, at: 0, lasts: 0.09 }],
};

let context: AudioContext | null = null;

/** Browsers allow sound once somebody has used the page. The notes are synthesised here: no file, no address, no licence. */
function readySounds(): void {
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
    // Perceived loudness follows the square of the amplitude.
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

const cues: Partial<Readonly<Record<TransactionState, Cue>>> = {
  success: 'success',
  failed: 'failed',
  unsent: 'failed',
  unknown: 'attention',
  disputed: 'attention',
};

/** Older events are history: repeated after a reconnect, or at the start. */
const recentMs = 60_000;

/** Plays a sound for each result, wherever the cashier is looking. */
export function startSounds(sound: (cue: Cue) => void = soundAsSet): void {
  readySounds();
  const cueOf = resultCues();
  subscribe((event) => {
    if (event.type !== 'transaction') return;
    const cue = cueOf(event.transaction, Date.now() + useStatus.getState().clockAhead);
    if (cue) sound(cue);
  });
}

/** Silent until the settings are read. */
export function soundAsSet(cue: Cue): void {
  const sounds = useSettings.getState().view?.settings.sounds;
  if (sounds?.on) playCue(cue, sounds.volume);
}

/**
 * The cue for each result that main reports, once: not for results that were known before, recorded by hand, a print of an old
 * sale, or repeated events.
 * @param now main's clock, milliseconds since 1970
 */
export function resultCues(): (sale: Transaction, now: number) => Cue | null {
  const lastStates = new Map<string, TransactionState>();
  return (sale, now) => {
    const before = lastStates.get(sale.id);
    lastStates.delete(sale.id);
    lastStates.set(sale.id, sale.state);
    const [oldest] = lastStates.keys();
    if (lastStates.size > 1000 && oldest !== undefined) lastStates.delete(oldest);
    const cue = cues[sale.state];
    if (cue === undefined || before === sale.state || sale.flags.includes('resolved_by_hand')) return null;
    // For a sale that is new to this page, only an outcome of just now is a result; a lost answer had its sound while it was
    // sent.
    if (before === undefined && sale.state !== 'disputed' && sale.settledAt !== sale.updatedAt) return null;
    return Math.abs(now - Date.parse(sale.updatedAt)) < recentMs ? cue : null;
  };
}
