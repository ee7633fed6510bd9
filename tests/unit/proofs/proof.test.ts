import { assert, constantFrom, nat, oneof, property, string, tuple, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base32,
  fromBase32,
  parseProof,
  readTerminalKey,
  scannedProofs,
  snField,
  snOfField,
} from '../../../src/shared/domain/proof.ts';
import { type ProofCounter, proofCounter } from '../../support/app-world.ts';
import { vector } from '../../support/contract-samples.ts';
import { anyText } from '../../support/fake-system.ts';
import { begin, order, sold, stored, updated } from '../../support/stored-sales.ts';

async function withSale(changes: Parameters<typeof sold>[2] = {}) {
  const counter = await proofCounter();
  const sale = await sold(counter.db, order(1), { sn: '0312345678901234', ...changes });
  return { ...counter, sale, text: await counter.proofOf(sale) };
}

/** Makes two counters of one owner believe each other. */
async function introduce(one: ProofCounter, other: ProofCounter): Promise<void> {
  const key = (await one.keys.list())[0]?.key ?? '';
  expect(await other.keys.add(key, 'Konter depan')).toBe('added');
}

describe('a proof of this counter', () => {
  it('is genuine, and stands with the sale it is of', async () => {
    const { verify, text, sale } = await withSale();
    expect(await verify(text)).toMatchObject({
      verdict: 'genuine',
      terminal: { own: true },
      standing: 'stands',
      log: 'holds',
      snCameLater: false,
      sale: { id: sale.id },
      claims: { receiptNo: sale.receiptNo, total: sale.total, sn: '0312345678901234', snIs: 'whole' },
    });
  });

  it('is the same text on every copy', async () => {
    const { proofOf, text, db, sale } = await withSale();
    const printed = await stored(db, updated(sale, { prints: 1 }, { type: 'receipt.print_requested' }));
    expect(await proofOf(printed)).toBe(text);
  });

  it.each(['pending', 'failed', 'unknown', 'disputed', 'inquired'] as const)(
    'is not made of a sale in %s',
    async (state) => {
      const { proofOf, sale } = await withSale();
      expect(await proofOf({ ...sale, state })).toBe('none');
    },
  );

  it('is altered when any one character is another, and never genuine', async () => {
    const { verify, text } = await withSale();
    for (let at = 0; at < text.length; at++) {
      for (const character of ['0', '7', 'Q']) {
        const other = text.slice(0, at) + character + text.slice(at + 1);
        if (other === text) continue;
        const { verdict } = await verify(other);
        expect(['altered', 'unreadable', 'unknown_terminal'], other).toContain(verdict);
      }
    }
  });

  it('is altered when its signature belongs to another proof', async () => {
    const { verify, text, db, proofOf } = await withSale();
    const other = await proofOf(await sold(db, order(2)));
    const swapped = `${text.slice(0, text.lastIndexOf('.'))}${other.slice(other.lastIndexOf('.'))}`;
    expect(await verify(swapped)).toMatchObject({ verdict: 'altered' });
  });

  it('is genuine but since disputed, and then failed where a person records that', async () => {
    const { verify, text, db, sale } = await withSale();
    const disputed = await stored(db, updated(sale, { state: 'disputed' }, { type: 'webhook.disputed' }));
    expect(await verify(text)).toMatchObject({ verdict: 'genuine', standing: 'disputed', sale: { id: sale.id } });
    await stored(db, updated(disputed, { state: 'failed', sn: null }, { type: 'sale.manually_resolved' }));
    expect(await verify(text)).toMatchObject({ verdict: 'genuine', standing: 'failed', sale: { state: 'failed' } });
  });

  it('stands again once a person recorded that the disputed sale did succeed', async () => {
    const { verify, text, db, sale } = await withSale();
    const disputed = await stored(db, updated(sale, { state: 'disputed' }, { type: 'webhook.disputed' }));
    await stored(db, updated(disputed, { state: 'success' }, { type: 'sale.manually_resolved' }));
    expect(await verify(text)).toMatchObject({ verdict: 'genuine', standing: 'stands' });
  });

  it('of a success without a serial number stays genuine when the number comes, and the new one proves it too', async () => {
    const { verify, text, db, sale, proofOf } = await withSale({ sn: null });
    expect(await verify(text)).toMatchObject({ standing: 'stands', claims: { sn: null, snIs: 'none_yet' } });
    const completed = await stored(db, updated(sale, { sn: 'SN-77' }, { type: 'webhook.applied' }));
    const second = await proofOf(completed);
    expect(second).not.toBe(text);
    expect(await verify(text)).toMatchObject({ standing: 'stands', snCameLater: true, sale: { sn: 'SN-77' } });
    expect(await verify(second)).toMatchObject({ standing: 'stands', snCameLater: false, claims: { sn: 'SN-77' } });
  });

  it('reports when the book says another number or another amount than the paper', async () => {
    const { verify, text, db, sale } = await withSale();
    await stored(db, updated(sale, { sn: 'SN-88' }, { type: 'webhook.applied' }));
    expect(await verify(text)).toMatchObject({ verdict: 'genuine', standing: 'differs', log: 'holds' });
  });

  it('reports when the book no longer knows the number that the paper names', async () => {
    const { verify, text, db, sale } = await withSale();
    await stored(db, updated(sale, { sn: null }, { type: 'webhook.applied' }));
    expect(await verify(text)).toMatchObject({ verdict: 'genuine', standing: 'differs', snCameLater: false });
  });

  it('is genuine and not held where the book was put back to an older state', async () => {
    const { text, secrets, folder } = await withSale();
    const older = await proofCounter({ secrets, folder });
    expect(await older.verify(text)).toMatchObject({
      verdict: 'genuine',
      terminal: { own: true },
      standing: 'not_held',
      log: 'ends_before',
      sale: null,
    });
    await sold(older.db, order(5));
    await sold(older.db, order(6));
    expect(await older.verify(text)).toMatchObject({ standing: 'not_held', log: 'differs' });
  });
});

describe('a proof of another counter', () => {
  it('is of an unknown terminal until its key is added, and unknown again once it is removed', async () => {
    const { text, ...other } = await withSale();
    const mine = await proofCounter();
    expect(await mine.verify(text)).toMatchObject({ verdict: 'unknown_terminal', sale: null });
    await introduce(other, mine);
    expect(await mine.verify(text)).toMatchObject({
      verdict: 'genuine',
      terminal: { own: false, name: 'Konter depan' },
      standing: 'not_held',
      log: null,
    });
    const id = (await other.keys.signer())?.id ?? '';
    expect(await mine.keys.remove(id)).toBe('removed');
    expect(await mine.verify(text)).toMatchObject({ verdict: 'unknown_terminal' });
  });

  it('does not pass for one of ours that happens to have the same number', async () => {
    const { text, ...other } = await withSale();
    const mine = await proofCounter();
    const same = await sold(mine.db, order(9));
    // The four letters of both are drawn; here they are made the same on paper.
    const collided = { ...mine.db, findByReceiptNo: async () => same };
    await introduce(other, mine);
    const counter = await proofCounter({ db: collided, secrets: mine.secrets, folder: mine.folder });
    expect(await counter.verify(text)).toMatchObject({ verdict: 'genuine', standing: 'not_held', sale: null });
  });

  it('whose key is lost is known by our own book, where that says exactly the same', async () => {
    const { text, db } = await withSale();
    // The same book on a new machine: neither secrets nor keys came along.
    const reopened = await proofCounter({ db });
    expect(await reopened.verify(text)).toMatchObject({
      verdict: 'unknown_terminal',
      sale: { sn: '0312345678901234' },
    });
    const forged = text.replace('.12000.', '.92000.');
    expect(await reopened.verify(forged)).toMatchObject({ verdict: 'unknown_terminal', sale: null });
  });
});

describe('practice', () => {
  it('proves nothing and says so, at any counter', async () => {
    const { practiceOf, sale, verify } = await withSale();
    const text = await practiceOf(sale);
    expect(text).toMatch(/^KTR1\.TRAINING\..*\.TRAINING$/);
    expect(await verify(text)).toMatchObject({ verdict: 'training', claims: { receiptNo: sale.receiptNo } });
  });

  it('is never genuine, whatever terminal and signature are written into it', async () => {
    const { practiceOf, sale, verify, text } = await withSale();
    const [, id = '', ...rest] = text.split('.');
    const practice = (await practiceOf(sale)).split('.');
    const signature = rest.at(-1) ?? '';
    const real = [...practice.slice(0, 1), id, ...practice.slice(2, 7), signature].join('.');
    // Put together like that it is the live one, because it is the same sale: so with another amount.
    expect(await verify(real.replace('.12000.', '.12001.'))).toMatchObject({ verdict: 'altered' });
    const half = [...practice.slice(0, 7), signature].join('.');
    expect(await verify(half)).toMatchObject({ verdict: 'unreadable', reason: 'damaged' });
  });

  it('makes no key', async () => {
    const counter = await proofCounter();
    const sale = await sold(counter.db, order(1));
    await counter.practiceOf(sale);
    expect(counter.secrets.size).toBe(0);
  });
});

it('a sale without an amount has a proof without one', async () => {
  const { verify, proofOf, db } = await proofCounter();
  const begun = await stored(db, begin(order(1, { total: null, tendered: null, change: null })));
  const sale = await stored(db, updated(begun, { state: 'success', sn: 'A' }));
  expect(await verify(await proofOf(sale))).toMatchObject({ standing: 'stands', claims: { total: null } });
});

describe('a proof of any input', () => {
  it('any serial number comes back out of its field, and any field has one spelling', () => {
    assert(
      property(anyText({ maxLength: 30 }), (sn) => {
        const field = snField(sn);
        if (field === null) return;
        expect(field).toMatch(/^[0-9A-Z$*/-]*$/);
        expect(snOfField(field)).toBe(sn.toWellFormed());
      }),
    );
    assert(
      property(
        string({ unit: constantFrom('0', '1', 'A', 'Z', '$', '*', '/', '-', '2', 'F'), maxLength: 12 }),
        (field) => {
          const sn = snOfField(field);
          expect(sn === null ? field : snField(sn)).toBe(field);
        },
      ),
    );
  });

  it('any bytes come back out of base 32, which has one text for them', () => {
    assert(
      property(uint8Array({ maxLength: 70 }), (bytes) => {
        expect(fromBase32(base32(bytes))).toEqual(bytes);
      }),
    );
  });

  it('nothing that is typed, scanned or pasted throws', () => {
    const near = tuple(nat(230), anyText({ maxLength: 4 }), nat(4)).map(
      ([at, put, cut]) => vector('proof').slice(0, at) + put + vector('proof').slice(at + cut),
    );
    assert(
      property(oneof(anyText({ maxLength: 500 }), near), (text) => {
        for (const reading of scannedProofs(text))
          expect(['proof', 'damaged', 'newer', 'not_a_proof']).toContain(parseProof(reading).kind);
        readTerminalKey(text);
      }),
    );
  });
});
