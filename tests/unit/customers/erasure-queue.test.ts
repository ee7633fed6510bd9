import { describe, expect, test } from 'vitest';
import { type EraseAtRelay, eraseWaitingAtRelay } from '../../../src/main/customers/erasure-queue.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { RelayErase } from '../../../src/shared/wire/relay.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';
import { begin, event, order, sold, stored, updated } from '../../support/stored-sales.ts';

describe('what the relay is still to erase', () => {
  const at = '2026-06-01T00:00:00.000Z';
  const number = '081234567890';
  const open = (path = journalPath()) => openShopDatabase({ path, random: realRandom });
  const signature = (n: number): string => String(n).padStart(64, 'a');

  async function erased(db: ShopDatabase, customerNo = number): Promise<void> {
    expect(await db.customers.begin({ customerNo, note: 'asked', at })).toMatchObject({ kind: 'begun' });
    while ((await db.customers.eraseNext(at)).length > 0);
  }

  /** A relay that answers each request so, and what it was asked. */
  function relay(answer: (names: RelayErase) => { kept: number } | null) {
    const requests: RelayErase[] = [];
    const erase: EraseAtRelay = async (names) => {
      requests.push(names);
      return answer(names);
    };
    return { requests, erase };
  }
  const askOnce = (db: ShopDatabase, erase: EraseAtRelay): Promise<void> =>
    eraseWaitingAtRelay(db.customers, erase, new AbortController().signal);

  test('a sale is named by its id, webhooks that came to another address by signature, and nothing names the customer', async () => {
    const db = await open();
    const sale = await sold(db, order(1, { customerNo: number }));
    const webhook = (n: number, ref: string | null) =>
      event('webhook.applied', { data: { ref, signature: signature(n) } });
    const once = await stored(db, updated(sale, {}, webhook(1, sale.id)));
    const twice = await stored(db, updated(once, {}, webhook(2, null)));
    await stored(db, updated(twice, {}, webhook(3, order(9).id)));
    await db.commit({
      sale: null,
      event: event('webhook.quarantined', {
        data: { reason: 'no_such_sale', signature: signature(4), receivedAt: at },
        bodies: [{ role: 'webhook', bytes: Buffer.from(`{"customer_no":"${number}"}`) }],
      }),
    });
    expect(await db.customers.state()).toMatchObject({ atRelay: false });
    await erased(db);
    expect(await db.customers.state()).toMatchObject({ atRelay: true });
    const { requests, erase } = relay(() => ({ kept: 0 }));
    await askOnce(db, erase);
    expect(requests.map(({ refs }) => refs)).toEqual([[sale.id]]);
    expect(requests[0]?.signatures.toSorted()).toEqual([signature(2), signature(3), signature(4)]);
    expect(JSON.stringify(requests)).not.toContain(number.slice(1));
    expect(await db.customers.state()).toMatchObject({ atRelay: false });
    // The hourly run repeats nothing that is done.
    await db.customers.reapply([], at);
    await askOnce(db, erase);
    expect(requests).toHaveLength(1);
    await db.close();
  });

  test.each([
    ['did not answer', null],
    ['kept one that is not acknowledged', { kept: 1 }],
  ])('a relay that %s is asked the same again, also after a restart', async (_what, answer) => {
    const path = journalPath();
    const db = await open(path);
    const sale = await sold(db, order(1, { customerNo: number }));
    await erased(db);
    await askOnce(db, relay(() => answer).erase);
    expect(await db.customers.state()).toMatchObject({ atRelay: true });
    await db.close();
    const again = await open(path);
    const { requests, erase } = relay(() => ({ kept: 0 }));
    await askOnce(again, erase);
    expect(requests).toEqual([{ refs: [sale.id], signatures: [] }]);
    expect(await again.customers.state()).toMatchObject({ atRelay: false });
    await again.close();
  });

  test('many are asked for in several requests; one that keeps something delays no other', async () => {
    const db = await open();
    for (let n = 1; n <= 101; n++) await sold(db, order(n, { customerNo: number }));
    await erased(db);
    const first = relay(({ refs }) => ({ kept: refs.length > 1 ? 1 : 0 }));
    await askOnce(db, first.erase);
    expect(first.requests.map(({ refs }) => refs.length)).toEqual([100, 1]);
    const second = relay(() => ({ kept: 0 }));
    await askOnce(db, second.erase);
    expect(second.requests.map(({ refs }) => refs)).toEqual([first.requests[0]?.refs]);
    await db.close();
  });

  test('a webhook that comes after the erasure is asked for too', async () => {
    const db = await open();
    const sale = await sold(db, order(1, { customerNo: number }));
    await erased(db);
    const { requests, erase } = relay(() => ({ kept: 0 }));
    await askOnce(db, erase);
    const now = await db.get(sale.id);
    if (!now) throw new Error('the sale stays');
    const late = { data: { ref: sale.id }, bodies: [{ role: 'webhook' as const, bytes: Buffer.from(`{"sn":"1"}`) }] };
    await stored(db, updated(now, {}, { ...event('webhook.quarantined', late) }));
    while ((await db.customers.eraseNext(at)).length > 0);
    await askOnce(db, erase);
    expect(requests.map(({ refs }) => refs)).toEqual([[sale.id], [sale.id]]);
    await db.close();
  });

  test('a stopped program asks nothing', async () => {
    const db = await open();
    await stored(db, begin(order(1)));
    await sold(db, order(2, { customerNo: number }));
    await erased(db);
    const { requests, erase } = relay(() => ({ kept: 0 }));
    await eraseWaitingAtRelay(db.customers, erase, AbortSignal.abort());
    expect(requests).toEqual([]);
    await db.close();
  });
});
