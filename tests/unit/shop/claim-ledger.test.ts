import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaimLedger } from '../../../src/main/shop/claim-ledger.ts';

const ids = ['a', 'b', 'c'];
const id = fc.constantFrom(...ids);
const version = fc.integer({ min: 1, max: 60 });

describe('the ledger of claims', () => {
  it('gives each claim a version above all that were seen of it, whatever the clock says', () => {
    const step = fc.record({ act: fc.constantFrom('next', 'learn', 'close'), id, at: version });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ledger = new ClaimLedger();
        const newest = new Map<string, number>();
        const above = steps.map(({ act, id: of, at }) => {
          const before = newest.get(of) ?? 0;
          if (act === 'learn') {
            ledger.learnVersion(of, at);
            newest.set(of, Math.max(before, at));
            return true;
          }
          if (act === 'close') {
            ledger.close(of, before);
            newest.delete(of);
            return !ledger.isOpen(of) && ledger.isClosed(of, before) && !ledger.isClosed(of, before + 1);
          }
          const next = ledger.nextVersion(of, at);
          newest.set(of, next);
          return next > before && next >= at;
        });
        expect(above).not.toContain(false);
      }),
    );
  });

  it('holds back a sale until its last press is over, and posts it then', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ id, isRelease: fc.boolean() }), { maxLength: 60 }), (steps) => {
        const ledger = new ClaimLedger();
        const presses = new Map<string, number>();
        for (const { id: of, isRelease } of steps) {
          const now = presses.get(of) ?? 0;
          if (!isRelease) ledger.press(of);
          else if (now > 0) ledger.release(of);
          else continue;
          presses.set(of, isRelease ? now - 1 : now + 1);
          expect(!isRelease || ledger.pending.has(of)).toBe(true);
          for (const each of ids) expect(ledger.isPressed(each)).toBe((presses.get(each) ?? 0) > 0);
        }
        expect([...ledger.pressed].toSorted()).toEqual(ids.filter((each) => (presses.get(each) ?? 0) > 0));
      }),
    );
  });

  it('takes for recorded only what the relay has recorded, and has not been doubted, dropped or closed since', () => {
    const change = fc.constantFrom('record', 'doubt', 'drop', 'close');
    fc.assert(
      fc.property(fc.array(fc.record({ id, change }), { maxLength: 60 }), (steps) => {
        const ledger = new ClaimLedger();
        const last = new Map<string, string>();
        for (const { id: of, change } of steps) {
          if (change === 'record') ledger.record(of);
          else if (change === 'doubt') ledger.doubt(of);
          else if (change === 'drop') ledger.drop(of);
          else ledger.close(of, 1);
          last.set(of, change);
        }
        const recorded = ids.filter((each) => last.get(each) === 'record');
        expect(ledger.recorded().toSorted()).toEqual(recorded);
        expect(ids.filter((each) => ledger.isRecorded(each))).toEqual(recorded);
        expect(ids.filter((each) => ledger.isOpen(each))).toEqual(
          ids.filter((each) => ['record', 'doubt'].includes(last.get(each) ?? '')),
        );
      }),
    );
  });

  it('posts a sale that is put last after all others, and none that nobody put there', () => {
    const ledger = new ClaimLedger();
    for (const each of ids) ledger.post(each);
    ledger.postLast('a');
    ledger.postLast('never there');
    expect([...ledger.pending]).toEqual(['b', 'c', 'a']);
    ledger.settle('c');
    expect([...ledger.pending]).toEqual(['b', 'a']);
  });
});
