import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { update } from '../../../../src/renderer/features/checkout/checkout-store.ts';
import { startKeyErrorSound } from '../../../../src/renderer/features/checkout/key-error-sound.ts';
import { type Cue, cueNotes, resultCues, startSounds } from '../../../../src/renderer/state/sounds.ts';
import type { KonterEvent } from '../../../../src/shared/contract/events.ts';
import type { Transaction } from '../../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

const at = '2026-03-02T03:00:00.000Z';
const now = Date.parse(at) + 500;
const sale = (fields: Partial<Transaction>): Transaction => fakeSale({ updatedAt: at, settledAt: null, ...fields });
const settled = (state: 'success' | 'failed', fields: Partial<Transaction> = {}) =>
  sale({ state, settledAt: at, revision: 3, ...fields });

describe('the cue of a result', () => {
  it('comes once, however often the sale is published afterwards', () => {
    const cueOf = resultCues();
    const cues = [
      sale({ state: 'sending' }),
      sale({ state: 'pending' }),
      settled('success'),
      settled('success'),
      settled('success', { prints: 1, revision: 4 }),
    ].map((update) => cueOf(update, now));
    expect(cues).toEqual([null, null, 'success', null, null]);
  });

  it('comes for a webhook about a sale that this page does not have', () => {
    expect(resultCues()(settled('failed'), now)).toBe('failed');
  });

  it('does not come for what is published at the start or after a break, or for a copy of an old slip', () => {
    const cueOf = resultCues();
    expect(cueOf(settled('success', { id: 'a' }), now + 61_000)).toBeNull();
    expect(cueOf(settled('success', { id: 'b', updatedAt: '2026-03-02T03:00:00.400Z', prints: 2 }), now)).toBeNull();
    expect(cueOf(sale({ id: 'c', state: 'unknown' }), now)).toBeNull();
  });

  it('asks for attention when an answer was lost or two of them differ, and not for what a person recorded', () => {
    const cueOf = resultCues();
    cueOf(sale({ state: 'sending' }), now);
    expect(cueOf(sale({ state: 'unknown' }), now)).toBe('attention');
    expect(cueOf(settled('success', { flags: ['resolved_by_hand'] }), now)).toBeNull();
    expect(cueOf(sale({ state: 'disputed' }), now)).toBe('attention');
  });
});

describe('the sounds of the counter', () => {
  let publish: (event: KonterEvent) => void;
  let cues: Cue[];
  beforeEach(() => {
    cues = [];
    vi.stubGlobal('window', {
      addEventListener: () => {},
      konter: { subscribe: (listener: (event: KonterEvent) => void) => ((publish = listener), () => {}) },
    });
    startSounds((cue) => cues.push(cue));
    startKeyErrorSound((cue) => cues.push(cue));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('sound for a late result whatever place is open, and once for what was not taken', () => {
    const late = fakeSale({ state: 'success', updatedAt: new Date().toISOString(), settledAt: null });
    publish({ type: 'transaction', transaction: { ...late, settledAt: late.updatedAt } });
    publish({ type: 'transaction', transaction: { ...late, settledAt: late.updatedAt } });
    expect(cues).toEqual(['success']);

    const refused = { code: 'duplicate', message: 'again' } as const;
    update('order', { error: refused });
    update('order', { text: '0812' });
    expect(cues).toEqual(['success', 'keyError']);
    update('order', { error: { code: 'outcome_unknown', message: 'lost', transaction: late } });
    expect(cues).toEqual(['success', 'keyError']);
  });

  it('are all short, and distinguished by more than their loudness', () => {
    const melodies = Object.values(cueNotes).map((notes) => notes.map(({ pitch }) => pitch).join());
    expect(new Set(melodies).size).toBe(melodies.length);
    for (const notes of Object.values(cueNotes)) {
      expect(Math.max(...notes.map(({ at: from, lasts }) => from + lasts))).toBeLessThan(0.5);
    }
  });
});
