import { describe, expect, test } from 'vitest';
import { type EraseAtRelay, eraseWaitingAtRelay } from '../../../src/main/customers/erasure-queue.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { RelayErase } from '../../../src/shared/wire/relay.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';
import { amended, begin, event, order, sold, stored } from '../../support/stored-sales.ts';

describe('what the relay is still to erase', () => {
  const at = '2026-06-01T00:00:00.000Z';
  const number = '081234567890';
  const open = (path = journalPath()) => openShopDatabase({ path, random: realRandom });
  const signature = (n: number): string => String(n).padStart(64, 'a');

  async function erased(journal: ShopDatabase, customerNo = number): Promise<void> {
    expect(await journal.customers.begin({ customerNo, note: 'asked', at })).toMatchObject({ kind: 'begun' });
    while ((await journal.customers.eraseNext(at)).length > 0);
  }

  /** A relay that answers each request so, and what it was asked. */
  function relay(answer: (asked: RelayErase) => { kept: number } | null) {
    const asked: RelayErase[] = [];
    const erase: EraseAtRelay = async (names) => {
      asked.push(names);
      return answer(names);
    };
    return { asked, erase };
  }
  const askOnce = (journal: ShopDatabase, erase: EraseAtRelay): Promise<void> =>
    eraseWaitingAtRelay(journal.customers, erase, new AbortController().signal);

  test('a sale is named by its id, webhooks that came to another address by signature, and nothing names the customer', async () => {
    const journal = await open();
    const sale = await sold(journal, order(1, { customerNo: number }));
    const webhook = (n: number, ref: string | null) =>
      event('webhook.applied', { data: { ref, signature: signature(n) } });
    const once = await stored(journal, amended(sale, {}, webhook(1, sale.id)));
    const twice = await stored(journal, amended(once, {}, webhook(2, null)));
    await stored(journal, amended(twice, {}, webhook(3, order(9).id)));
    await journal.commit({
      sale: null,
      event: event('webhook.quarantined', {
        data: { reason: 'no_such_sale', signature: signature(4), receivedAt: at },
        bodies: [{ role: 'webhook', bytes: Buffer.from(`{"customer_no":"${number}"}`) }],
      }),
    });
    expect(await journal.customers.state()).toMatchObject({ atRelay: false });
    await erased(journal);
    expect(await journal.customers.state()).toMatchObject({ atRelay: true });
    const { asked, erase } = relay(() => ({ kept: 0 }));
    await askOnce(journal, erase);
    expect(asked.map(({ refs }) => refs)).toEqual([[sale.id]]);
    expect(asked[0]?.signatures.toSorted()).toEqual([signature(2), signature(3), signature(4)]);
    expect(JSON.stringify(asked)).not.toContain(number.slice(1));
    expect(await journal.customers.state()).toMatchObject({ atRelay: false });
    // The hourly run repeats nothing that is done.
    await journal.customers.reapply([], at);
    await askOnce(journal, erase);
    expect(asked).toHaveLength(1);
    await journal.close();
  });

  test.each([
    ['did not answer', null],
    ['kept one that is not acknowledged', { kept: 1 }],
  ])('a relay that %s is asked the same again, also after a restart', async (_what, answer) => {
    const path = journalPath();
    const journal = await open(path);
    const sale = await sold(journal, order(1, { customerNo: number }));
    await erased(journal);
    await askOnce(journal, relay(() => answer).erase);
    expect(await journal.customers.state()).toMatchObject({ atRelay: true });
    await journal.close();
    const again = await open(path);
    const { asked, erase } = relay(() => ({ kept: 0 }));
    await askOnce(again, erase);
    expect(asked).toEqual([{ refs: [sale.id], signatures: [] }]);
    expect(await again.customers.state()).toMatchObject({ atRelay: false });
    await again.close();
  });

  test('many are asked for in several requests; one that keeps something delays no other', async () => {
    const journal = await open();
    for (let n = 1; n <= 101; n++) await sold(journal, order(n, { customerNo: number }));
    await erased(journal);
    const first = relay(({ refs }) => ({ kept: refs.length > 1 ? 1 : 0 }));
    await askOnce(journal, first.erase);
    expect(first.asked.map(({ refs }) => refs.length)).toEqual([100, 1]);
    const second = relay(() => ({ kept: 0 }));
    await askOnce(journal, second.erase);
    expect(second.asked.map(({ refs }) => refs)).toEqual([first.asked[0]?.refs]);
    await journal.close();
  });

  test('a webhook that comes after the erasure is asked for too', async () => {
    const journal = await open();
    const sale = await sold(journal, order(1, { customerNo: number }));
    await erased(journal);
    const { asked, erase } = relay(() => ({ kept: 0 }));
    await askOnce(journal, erase);
    const now = await journal.get(sale.id);
    if (!now) throw new Error('the sale stays');
    const late = { data: { ref: sale.id }, bodies: [{ role: 'webhook' as const, bytes: Buffer.from(`{"sn":"1"}`) }] };
    await stored(journal, amended(now, {}, { ...event('webhook.quarantined', late) }));
    while ((await journal.customers.eraseNext(at)).length > 0);
    await askOnce(journal, erase);
    expect(asked.map(({ refs }) => refs)).toEqual([[sale.id], [sale.id]]);
    await journal.close();
  });

  test('a stopped program asks nothing', async () => {
    const journal = await open();
    await stored(journal, begin(order(1)));
    await sold(journal, order(2, { customerNo: number }));
    await erased(journal);
    const { asked, erase } = relay(() => ({ kept: 0 }));
    await eraseWaitingAtRelay(journal.customers, erase, AbortSignal.abort());
    expect(asked).toEqual([]);
    await journal.close();
  });
});
