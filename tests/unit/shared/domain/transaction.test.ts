import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canTransition,
  isUnresolved,
  type TransactionState,
  transactionStates,
} from '../../../../src/shared/domain/transaction.ts';

const kind = fc.constantFrom('prepaid' as const, 'postpaid' as const);
const state = fc.constantFrom(...transactionStates);

/** Walks as far as the moves allow, choosing by the numbers given. */
function walk(of: 'prepaid' | 'postpaid', from: TransactionState, choices: number[]): TransactionState[] {
  const path = [from];
  for (const choice of choices) {
    const here = path.at(-1) ?? from;
    const next = transactionStates.filter((to) => to !== here && canTransition(of, here, to));
    if (next.length === 0) break;
    path.push(next[choice % next.length] ?? here);
  }
  return path;
}

const walks = fc.tuple(kind, fc.array(fc.nat(), { maxLength: 12 }));
const start = { prepaid: 'sending', postpaid: 'inquired' } as const;

describe('the moves of a sale', () => {
  it('let it stay where it is', () => {
    fc.assert(
      fc.property(kind, state, (of, at) => {
        expect(canTransition(of, at, at)).toBe(true);
      }),
    );
  });

  it('never go straight from one final to the other', () => {
    for (const of of ['prepaid', 'postpaid'] as const) {
      expect(canTransition(of, 'success', 'failed')).toBe(false);
      expect(canTransition(of, 'failed', 'success')).toBe(false);
    }
  });

  it('leave a final state only for a dispute', () => {
    fc.assert(
      fc.property(
        kind,
        fc.constantFrom('success' as const, 'failed' as const, 'unsent' as const),
        state,
        (of, from, to) => {
          fc.pre(from !== to && canTransition(of, from, to));
          expect(to).toBe('disputed');
        },
      ),
    );
  });

  it('never send an order twice', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (choices) => {
        expect(walk('prepaid', 'sending', choices).filter((at) => at === 'sending')).toHaveLength(1);
      }),
    );
  });

  it('send a bill again only after it certainly never left', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (choices) => {
        const path = walk('postpaid', 'inquired', choices);
        const before = path.filter((_, i) => path[i + 1] === 'sending');
        expect(before.filter((at) => at !== 'inquired')).toStrictEqual([]);
      }),
    );
  });

  it('never lower an answer that was had to one that is awaited', () => {
    fc.assert(
      fc.property(walks, ([of, choices]) => {
        const path = walk(of, start[of], choices);
        const settled = path.findIndex((at) => at === 'success' || at === 'failed');
        if (settled === -1) return;
        for (const at of path.slice(settled)) expect(['success', 'failed', 'disputed']).toContain(at);
      }),
    );
  });

  it('always leave a way out of what is unresolved', () => {
    for (const of of ['prepaid', 'postpaid'] as const) {
      for (const at of transactionStates.filter(isUnresolved)) {
        expect(canTransition(of, at, 'success')).toBe(true);
        expect(canTransition(of, at, 'failed')).toBe(true);
      }
    }
  });
});
