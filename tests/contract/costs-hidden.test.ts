import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPageEventFeed } from '../../src/main/api/page-events.ts';
import type { KonterEvent } from '../../src/shared/contract/events.ts';
import { procedureNames } from '../../src/shared/contract/procedure-names.ts';
import { registry } from '../../src/shared/contract/registry.ts';
import { appWorld, staffed } from '../support/app-world.ts';
import { fakeSale } from '../support/fake-sales.ts';

describe('costs hidden from cashiers', () => {
  it('what an order cost is not found out by searching for amounts', async () => {
    const { call } = await appWorld();
    const { signIn } = await staffed({ call });
    const sold = await call('order', {
      productCode: 'SUCCESSNOW10',
      customerNo: '081234567890',
      sellingPrice: 13_000,
    });
    await expect
      .poll(async () => (await call('transactions.get', { id: sold.value.id })).value.price, { timeout: 30_000 })
      .not.toBeNull();
    const { price } = (await call('transactions.get', { id: sold.value.id })).value;
    const countOf = async (text: string) => (await call('transactions.search', { text })).value.items.length;
    expect(await countOf(`rp${price}`)).toBe(1);
    await signIn('cashier');
    expect(await countOf(`rp${price}`)).toBe(0);
    expect(await countOf('rp13000')).toBe(1);
  });

  it('the lines of a batch come without their cost, as the rows of the list do', () => {
    const sale = fakeSale({ price: 10_275 });
    const page = { items: [sale], next: null, batches: [{ id: 'b1', lines: [sale] }] };
    const without = registry['transactions.search'].costs?.(page);
    expect(without?.batches?.[0]?.lines.map(({ price }) => price)).toEqual([null]);
  });

  it('every procedure that answers with a sale leaves out what it cost', () => {
    // A sale is recognised by a field that nothing else has.
    const withSale = procedureNames.filter((name) =>
      JSON.stringify(z.toJSONSchema(registry[name].output, { unrepresentable: 'any' })).includes('"transactionIdFrom"'),
    );
    expect(withSale).toContain('proof.verify');
    expect(withSale.filter((name) => !('costs' in registry[name]))).toEqual([]);
  });

  it('a proof that is verified and the list of unverified orders show no cost', () => {
    const sale = fakeSale({ kind: 'prepaid', price: 10_250 });
    const verified = registry['proof.verify'].costs?.({
      verdict: 'unknown_terminal',
      id: 'K1',
      claims: {
        receiptNo: 'A-1',
        total: 12_000,
        at: '2026-03-02T03:04:05.000Z',
        sn: null,
        snIs: 'none_yet',
        head: { seq: 1, hash: '00' },
      },
      sale,
    });
    expect(verified).toMatchObject({ sale: { id: sale.id, price: null } });
    expect(registry['webhooks.unverified'].costs?.([sale])).toMatchObject([{ id: sale.id, price: null }]);
  });

  it('the mailbox at the relay is shown to a person who may change the connection, and to no other', async () => {
    const { call } = await appWorld();
    const settingsText = async () =>
      JSON.stringify([await call('settings.get'), await call('settings.save', { theme: 'dark' })]);
    const { signIn } = await staffed({ call });
    await call('settings.save', { relay: { url: 'http://127.0.0.1:9', mailbox: 'm-unguessable' } });
    expect((await call('settings.get')).value.settings.relay.mailbox).toBe('m-unguessable');
    await signIn('cashier');
    expect(await settingsText()).not.toContain('m-unguessable');
    await call('people.lock');
    expect(await settingsText()).not.toContain('m-unguessable');
  });

  it('an order’s story shows its callback address without the mailbox to a person who may not change the connection', async () => {
    const { call } = await appWorld();
    const { signIn } = await staffed({ call });
    const { value } = await call('order', { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 });
    const request = async () =>
      (await call('transactions.timeline', { id: value.id })).value
        .flatMap(({ bodies }) => bodies)
        .find(({ role }) => role === 'request')?.text ?? '';
    const whole = JSON.parse(await request()).callback_url;
    const mailbox = /\/hooks\/([^/]+)\//.exec(whole)?.[1] ?? '';
    expect(mailbox.length).toBeGreaterThan(3);
    for (const who of ['cashier', 'supervisor'] as const) {
      await signIn(who);
      const timeline = await call('transactions.timeline', { id: value.id });
      expect(JSON.stringify(timeline)).not.toContain(mailbox);
      expect(JSON.parse(await request())).toMatchObject({
        callback_url: whole.replace(mailbox, '…'),
        customer_no: '081234567890',
      });
    }
  });

  it('while no person is signed in pages receive nothing of sales; after a sign-in they receive what that person may see', async () => {
    // The outcome comes a second or more after the order: the counter is locked by then.
    const { call, events } = await appWorld({ practicePace: 0.5 });
    const { signIn } = await staffed({ call });
    await signIn('cashier');
    const sold = await call('order', { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 });
    await call('people.lock');
    events.length = 0;
    await expect.poll(async () => (await call('status')).value.unresolved.pending.count, { timeout: 30_000 }).toBe(0);
    const open = new Set<string>(['people', 'status', 'updates']);
    expect(events.filter(({ type }) => !open.has(type))).toEqual([]);
    await signIn('other');
    await expect
      .poll(() => events.filter(({ type }) => type === 'transaction'))
      .toMatchObject([{ transaction: { id: sold.value.id, state: 'success', price: null } }]);
  });

  it('a file that a supervisor had made is not for the cashier who comes next', async () => {
    const { call } = await appWorld();
    const { signIn } = await staffed({ call });
    await signIn('cashier');
    expect(await call('exports.fetch', { id: '3f2b8c1e-0d7a-4a52-9c4f-7b1a2c3d4e5f' })).toMatchObject({
      error: { reason: 'no_permission' },
    });
  });

  it('a page that is owed more than is kept reloads, and catalogue events do not hide each other', () => {
    let open = false;
    const types: string[] = [];
    const feed = createPageEventFeed<number>(
      (event) => (open || event.type === 'reload' ? event : null),
      (event, about) => types.push(`${event.type} ${about}`),
    );
    const soldEvent = (id: string): KonterEvent => ({ type: 'transaction', transaction: fakeSale({ id }) });
    feed.onEvent({ type: 'catalogue', items: [] }, 1);
    feed.onEvent(soldEvent('a'), 2);
    feed.onEvent(soldEvent('b'), 3);
    feed.onEvent(soldEvent('a'), 4);
    expect([types, feed.holds()]).toEqual([[], true]);
    open = true;
    feed.onEvent(soldEvent('c'), 5);
    expect([types, feed.holds()]).toEqual([['catalogue 1', 'transaction 3', 'transaction 4', 'transaction 5'], false]);
    open = false;
    for (let n = 0; n < 1001; n += 1) feed.onEvent(soldEvent(`s${n}`), n);
    expect(types.at(-1)).toBe('reload 1000');
    expect(feed.holds()).toBe(false);
  });
});
