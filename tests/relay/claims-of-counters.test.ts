import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import type { Transport } from '../../src/main/base/system.ts';
import { createShopClient } from '../../src/main/relay-client/shop-client.ts';
import { ShopClaims } from '../../src/main/shop/claims.ts';
import { claimedSales } from '../../src/main/shop/shop-key.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { fakeSale } from '../support/fake-sales.ts';
import { fakeShopKey } from '../support/fake-shop.ts';
import { recordingLog } from '../support/fake-system.ts';
import { relayOfFile } from '../support/relay.ts';
import { keyId, openClaims, type ShopMailbox, saleId, today, twoCountersAt } from '../support/shop.ts';

const sharedRelay = relayOfFile();

/** A counter's claims at a real relay, whose background waits for as long as the relay is silent. */
function counterAt({ relay, mailbox, token }: ShopMailbox) {
  const rows = new Map<string, Transaction>();
  const line = { isCut: false };
  const real = createNodeTransport();
  const transport: Transport = {
    exchange: async (request) => (line.isCut ? { kind: 'lost', reason: 'cut' } : real.exchange(request)),
  };
  const key = { ...fakeShopKey().key, id: keyId };
  const claims = new ShopClaims({
    membership: {
      shop: () => ({ id: 's', name: 'Toko', key }),
      rosters: () => ({ seen: [], isOther: false }),
      rememberRoster: async () => undefined,
      leave: async () => false,
    },
    relay: createShopClient({ transport, url: relay.url, mailbox, token }),
    db: {
      get: async (id) => rows.get(id) ?? null,
      timeline: async () => [],
      succeededSince: async () => [],
      unresolved: async () => [...rows.values()].filter(({ state }) => state === 'unknown'),
    },
    claimed: claimedSales(mailbox, systemRandom),
    recover: async () => false,
    isJournalWhole: async () => true,
    today: () => today,
    changed: () => undefined,
    clock: {
      ...systemClock,
      sleep: (_ms, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    },
    random: systemRandom,
    log: recordingLog(),
  });
  onTestFinished(() => claims.stop());
  const store = (sale: Transaction): void => {
    rows.set(sale.id, sale);
    claims.onSale(sale);
  };
  return { claims, line, store };
}

const bill = (n: number, state: Transaction['state']): Transaction =>
  fakeSale({ id: saleId(n), kind: 'postpaid', state, productCode: 'PLN', customerNo: '081234567890', day: today });

test('a bill whose payment never left is not paid after another counter has paid it, which could ask nobody', async () => {
  const at = await twoCountersAt(sharedRelay);
  const [front, back] = [counterAt(at.front), counterAt(at.back)];
  front.claims.compare();
  back.claims.compare();
  const [own, others] = [bill(1, 'sending'), bill(2, 'sending')];
  expect(await front.claims.claim(own)).toMatchObject({ kind: 'recorded' });
  // The line breaks: the payment does not leave, and the relay does not hear that the claim is over.
  front.line.isCut = true;
  front.store(bill(1, 'inquired'));
  front.claims.release(own.id);

  back.line.isCut = true;
  expect(await back.claims.claim(others)).toEqual({ kind: 'silent' });
  back.line.isCut = false;
  back.store(bill(2, 'unknown'));
  back.claims.release(others.id);
  await vi.waitFor(async () =>
    expect((await openClaims(at.back)).own).toMatchObject([{ id: others.id, state: 'unresolved' }]),
  );

  front.line.isCut = false;
  expect(await front.claims.claim(own)).toMatchObject({ kind: 'in_flight', other: { id: others.id, counter: 'Back' } });
});
