/**
 * - success, failed: what became of a sale
 * - attention: a sale that is not certain, or contradicted; somebody must look
 * - keyError: what was typed or pressed was not taken
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

/** Told apart by their melody: up, down, three alike, one low. All are shorter than half a second. */
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
