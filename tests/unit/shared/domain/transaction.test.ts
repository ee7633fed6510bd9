import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canTransition,
  type FieldTable,
  type FieldWith,
  fieldsWith,
  isRefusedInquiry,
  isUnresolved,
  saleFields,
  Transaction,
  type TransactionState,
  transactionStates,
  usableSn,
} from '../../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

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
          // An order that certainly never left may be the line of a batch that waits; the journal lets no other go.
          expect(to).toBe(of === 'prepaid' && from === 'unsent' && to === 'sending' ? 'sending' : 'disputed');
        },
      ),
    );
  });

  it('send an order again only after it certainly never left', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (choices) => {
        const path = walk('prepaid', 'sending', choices);
        const before = path.filter((_, i) => path[i + 1] === 'sending');
        expect(before.filter((at) => at !== 'unsent')).toStrictEqual([]);
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

describe('a serial number', () => {
  it.each(['', ' ', '-', '0', '00', ' - ', '--', 'null', 'NULL', 'undefined', 'N/A', '\u00a0', null, undefined])(
    'is not usable as %j',
    (sn) => {
      expect(usableSn(sn)).toBeNull();
    },
  );

  it.each(['1.2345678901235E+19', '1.2345678901234567e+19', '1,23E+19', '1E+21', ' 1.2e+19 '])(
    'is not usable as %j, which has lost digits',
    (sn) => {
      expect(usableSn(sn)).toBeNull();
    },
  );

  it.each(['1E19', '1.5E+', 'E+19', '12.3E+19/BUDI'])('is usable as %j', (sn) => {
    expect(usableSn(sn)).toBe(sn);
  });

  it('that is usable is changed in nothing but the space around it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const usable = usableSn(text);
        expect(usable === null || usable === text.trim()).toBe(true);
        expect(usableSn(usable)).toBe(usable);
      }),
    );
  });

  it('that holds a letter or a digit other than 0 is usable', () => {
    const sn = fc.stringMatching(/^[A-Za-z0-9/-]{4,30}$/);
    fc.assert(
      fc.property(sn, (text) => {
        fc.pre(/[1-9]/.test(text));
        expect(usableSn(text)).toBe(text);
      }),
    );
  });
});

type WithTable = Transaction & { table: string | null };
type TableWithTable = typeof saleFields & {
  table: { search: 'text'; export: 'column'; erase: 'clear'; slip: 'product'; screen: 'text' };
};

// `npm run check` compiles this: each expectation fails there as soon as the compiler accepts what is wrong.
describe('the table of where each field of a sale goes', () => {
  it('demands a row of every field', () => {
    // @ts-expect-error a new field has no row
    const table: FieldTable<WithTable> = saleFields;
    expect(Object.keys(table).toSorted()).toEqual([...Transaction.keyof().options].toSorted());
  });

  it('demands an answer for every use, and one that fits the type', () => {
    const { table }: FieldTable<WithTable> = {
      ...saleFields,
      // @ts-expect-error nothing is said of the screen
      table: { search: 'text', export: 'column', erase: 'clear', slip: 'no: for the shop' },
    };
    const { total }: FieldTable<Transaction> = {
      ...saleFields,
      // @ts-expect-error an amount is not found by a part of it
      total: { ...saleFields.total, search: 'text' },
    };
    const { day }: FieldTable<Transaction> = {
      ...saleFields,
      // @ts-expect-error a day is never null
      day: { ...saleFields.day, erase: 'clear' },
    };
    expect([table.search, total.search, day.erase]).toEqual(['text', 'text', 'clear']);
  });

  it('demands of each use what carries a new field', () => {
    const carriers = <Field extends string>(...fields: Field[]): Record<Field, true> =>
      Object.assign({}, ...fields.map((field) => ({ [field]: true })));
    const now = carriers(...fieldsWith('export', ['column']));
    // @ts-expect-error the exported table has no column for it
    const columns: Record<FieldWith<'export', 'column', TableWithTable>, true> = now;
    const lines = carriers(...fieldsWith('slip', ['product']));
    // @ts-expect-error the slip has no line for it
    const product: Record<FieldWith<'slip', 'product', TableWithTable>, true> = lines;
    const messages = carriers(...fieldsWith('screen', ['text']));
    // @ts-expect-error the screen has no label for it
    const labels: Record<FieldWith<'screen', 'text', TableWithTable>, true> = messages;
    expect([columns, product, labels].every((carrier) => Object.keys(carrier).length > 0)).toBe(true);
  });

  it('clears nothing but what names the customer or was said to them', () => {
    expect(fieldsWith('erase', ['clear'])).toEqual(['customerName', 'sn', 'message']);
  });
});

describe('a bill that the provider refused to name', () => {
  const refused = fakeSale({ kind: 'postpaid', state: 'failed', sentAt: null, flags: [] });

  it('is no failed sale', () => {
    expect(isRefusedInquiry(refused)).toBe(true);
    expect(isRefusedInquiry({ ...refused, sentAt: '2026-03-02T03:04:05.000Z' })).toBe(false);
    expect(isRefusedInquiry({ ...refused, flags: ['resolved_by_hand'] })).toBe(false);
    expect(isRefusedInquiry({ ...refused, state: 'unknown' })).toBe(false);
    expect(isRefusedInquiry({ ...refused, kind: 'prepaid' })).toBe(false);
  });
});
