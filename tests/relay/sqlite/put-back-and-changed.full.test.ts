import { cpSync, rmSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { runRestored } from '../../../src/relay/cli/restored.ts';
import { type OpenStore, openStore } from '../../../src/relay/store/open-store.ts';
import { hashToken } from '../../../src/server/credentials.ts';
import { countersOfShop, isReady, type ShopCounter } from '../../support/counters-of-shop.ts';
import { masterKey } from '../../support/relay.ts';
import { relayWithCopies } from '../../support/relay-copies.ts';

const patient = { timeout: 30_000, interval: 50 };
const customerNo = '081234567890';
const order = { productCode: 'TSEL10', customerNo };
const at = '2026-01-01T00:00:00.000Z';

/** What the operator does between the copy and the start, none of it about the counter that the copy lacks. */
const commands: Record<string, (opened: OpenStore, counter: ShopCounter) => Promise<unknown>> = {
  '"restored" asks, and an old mailbox is disabled': ({ mailboxes, shops }, { mailbox }) =>
    runRestored({
      mailboxes,
      shops,
      epoch: 'f'.repeat(32),
      now: Date.now(),
      confirm: async (question) => !question.startsWith(mailbox),
    }),
  'another counter gets a new token and is disabled': async ({ mailboxes }, { mailbox }) => {
    await mailboxes.beginEpoch('f'.repeat(32), Date.now());
    await mailboxes.rotateToken(mailbox, hashToken('a new token'), at);
    await mailboxes.setDisabled(mailbox, at);
  },
  'nobody says so, and an old mailbox is disabled': ({ mailboxes }, { mailbox }) => mailboxes.setDisabled(mailbox, at),
  'nothing is changed after "restored"': ({ mailboxes }) => mailboxes.beginEpoch('f'.repeat(32), Date.now()),
};

describe.each(Object.keys(commands))('a relay was put back, and %s', (name) => {
  test('what a counter has open that joined since the copy is sent by no other one', async () => {
    const { under, copy } = await relayWithCopies();
    const { counters, shops, shop, mailboxes, provider, sent } = await countersOfShop(
      ['Front', 'Back', 'Old'],
      async () => under,
    );
    const [front, back, old] = counters;
    if (!front || !back || !old) throw new Error('three counters');
    await shops.removeFromShop(shop, front.mailbox);
    if (name.startsWith('nothing')) await mailboxes.setDisabled(old.mailbox, at);
    const copied = await copy();
    await shops.addToShop(shop, front.mailbox);
    const [first, other] = await Promise.all(
      [front, back].map(async (counter) => {
        const world = await counter.open();
        await isReady(world, counter);
        return world;
      }),
    );
    if (!first || !other) throw new Error('two counters');
    // The start of the relay is no longer suspected: "Old" has compared long ago, and is gone.
    await under.sql('update shops set restore_id = null');
    provider.simulator.control({ do: 'behave', customer_no: customerNo, behaviour: 'never-final', times: 9 });
    expect((await first.call('order', order)).value.state).toBe('pending');

    await under.relay.close();
    const path = under.database.engine === 'sqlite' ? under.database.path : '';
    for (const companion of ['', '-wal', '-shm']) rmSync(path + companion, { force: true });
    cpSync(copied, path);
    const opened = await openStore(under.database, masterKey);
    await commands[name]?.(opened, old);
    await opened.store.close();
    await under.restart();

    await vi.waitFor(async () => {
      // It is refused all the while.
      expect((await other.call('order', order)).error).toMatchObject({ code: 'relay_unreachable' });
      expect((await other.call('status')).value.shop).toMatchObject({ lacksCounters: true });
    }, patient);
    expect(sent(customerNo)).toBe(1);
  }, 120_000);
});
