import { describe, expect, it, vi } from 'vitest';
import { appWorld } from '../../support/app-world.ts';
import { orderTaker } from '../../support/fake-servers.ts';
import { webhookBody } from '../../support/provider-answers.ts';
import { hook, type RelayUnderTest, secret, startRelay } from '../../support/relay.ts';

describe('a change of the mailbox or the provider', () => {
  it('what came into a mailbox that was left too early is received once it is set again', async () => {
    const [first, second] = [await startRelay(), await startRelay()];
    const { call } = await appWorld();
    const listenAt = async ({ relay, mailbox, token }: RelayUnderTest): Promise<void> => {
      const secrets = { secretKey: secret, relayToken: token };
      const change = { provider: { url }, relay: { url: relay.url, mailbox }, secrets };
      expect((await call('settings.save', { ...change, leaveOrders: true })).ok).toBe(true);
      await call('mode.switch', { mode: 'live' });
      await vi.waitFor(async () => expect((await call('status')).value.relay.state).toBe('listening'));
    };
    const url = await orderTaker();
    await listenAt(first);
    const { value: sale } = await call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
    expect(sale).toMatchObject({ state: 'pending' });
    await listenAt(second);
    const body = JSON.stringify(webhookBody({ product_name: sale.productName }));
    expect(await hook(first, body, { ref: sale.id })).toMatchObject({ status: 200 });
    await listenAt(first);
    await vi.waitFor(async () =>
      expect(await call('transactions.get', { id: sale.id })).toMatchObject({ value: { state: 'success' } }),
    );
  });

  it('the address of another provider is not taken while an order of the present one is not settled', async () => {
    const receiver = await startRelay();
    const { relay, mailbox, token } = receiver;
    const { call } = await appWorld();
    const secrets = { secretKey: secret, relayToken: token };
    const [url, other] = [await orderTaker(), await orderTaker()];
    await call('settings.save', { provider: { url }, relay: { url: relay.url, mailbox }, secrets });
    await call('mode.switch', { mode: 'live' });
    const { value: sale } = await call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
    expect(sale).toMatchObject({ state: 'pending' });
    expect(await call('settings.save', { provider: { url: other } })).toMatchObject({
      error: { code: 'not_allowed', reason: 'sales_unresolved', fields: ['provider.url'] },
    });
    expect((await call('settings.get')).value.settings.provider.url).toBe(url);
    expect((await call('settings.save', { provider: { url } })).ok).toBe(true);
    const body = JSON.stringify(webhookBody({ product_name: sale.productName }));
    await hook(receiver, body, { ref: sale.id });
    await vi.waitFor(async () =>
      expect(await call('transactions.get', { id: sale.id })).toMatchObject({ value: { state: 'success' } }),
    );
    expect((await call('settings.save', { provider: { url: other } })).ok).toBe(true);
  }, 30_000);

  it('a change of the mailbox says how many orders wait, and those that are left there say so in their story, once', async () => {
    const [first, second] = [await startRelay(), await startRelay()];
    const { call } = await appWorld();
    const relayOf = ({ relay, mailbox }: RelayUnderTest) => ({ url: relay.url, mailbox });
    const secrets = (under: RelayUnderTest) => ({ secretKey: secret, relayToken: under.token });
    const url = await orderTaker();
    await call('settings.save', { provider: { url }, relay: relayOf(first), secrets: secrets(first) });
    await call('mode.switch', { mode: 'live' });
    const { value: sale } = await call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
    expect(sale).toMatchObject({ state: 'pending' });
    const change = { relay: relayOf(second), secrets: secrets(second) };
    expect(await call('settings.save', change)).toMatchObject({
      error: { code: 'not_allowed', reason: 'orders_at_mailbox', fields: ['relay.mailbox'], orders: 1 },
    });
    expect((await call('settings.get')).value.settings.relay.mailbox).toBe(first.mailbox);
    // The same mailbox is no change.
    expect((await call('settings.save', { relay: relayOf(first) })).ok).toBe(true);
    const story = async (): Promise<string[]> =>
      (await call('transactions.timeline', { id: sale.id })).value.map(({ type }) => type);
    expect(await story()).not.toContain('relay.changed');

    expect((await call('settings.save', { ...change, leaveOrders: true })).ok).toBe(true);
    expect(await story()).toEqual(['sale.submitted', 'sale.response_received', 'relay.changed']);
    await call('mode.switch', { mode: 'training' });
    await call('mode.switch', { mode: 'live' });
    expect(await story()).toEqual(['sale.submitted', 'sale.response_received', 'relay.changed']);
    // Nothing in the story shows a cashier where webhooks can be posted to.
    const events = (await call('transactions.timeline', { id: sale.id })).value;
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain(first.mailbox);
  }, 30_000);
});
