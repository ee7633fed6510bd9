import { expect, test, vi } from 'vitest';
import { verifySignature } from '../../src/main/relay-client/verification.ts';
import { counterWorld } from '../support/counter-world.ts';
import { webhookBody } from '../support/provider-answers.ts';
import { hook, poll, relayOfFile, secret, sign, startRelay } from '../support/relay.ts';
import { pollRelay } from '../support/relay-poller.ts';

const sharedRelay = relayOfFile();

const words = (fields: object): string => JSON.stringify(webhookBody(fields));
const patient = { timeout: 30_000 };

test('a flood of forged webhooks in a keyless mailbox disputes nothing, and the genuine one behind it is applied', async () => {
  const under = await sharedRelay();
  Object.assign(under, await under.relay.createMailbox({ name: 'keyless', secret: null }));
  const world = await counterWorld();
  const sale = await world.ordered({ tendered: 12_000 });
  const listener = pollRelay(under, world);
  for (let n = 0; n < 40; n++) {
    const flood = Array.from({ length: 20 }, (_, m) => {
      const forged = words({ status: m % 2 === 0 ? 'failed' : 'success', sn: `F${n}-${m}` });
      return hook(under, forged, { ref: sale.id, signature: m % 3 === 0 ? null : sign(forged, 'a forger’s key') });
    });
    expect((await Promise.all(flood)).every(({ status }) => status === 200)).toBe(true);
  }
  expect((await hook(under, words({ sn: 'SN-0002' }), { ref: sale.id })).status).toBe(200);
  await vi.waitFor(async () => expect((await world.stored(sale.id)).state).toBe('success'), patient);
  expect(await world.stored(sale.id)).toMatchObject({ sn: 'SN-0002' });
  expect(await world.events(sale.id)).toEqual([
    'sale.submitted',
    'sale.response_received',
    'webhook.unverified',
    'webhook.applied',
  ]);
  expect(listener.state()).toBe('listening');
  const aside = await world.db.quarantined(1_000);
  expect(aside.length).toBe(500);
  expect(new Set(aside.map(({ reason }) => reason))).toEqual(new Set(['bad_signature']));
}, 60_000);

/** As some systems of providers write: every letter one byte, of which those with accents are no UTF-8. */
const inLatin1 = (fields: object): Uint8Array => Buffer.from(words(fields), 'latin1');

test('a webhook with a broken letter in a name is applied, with the very bytes that were signed', async () => {
  const under = await sharedRelay();
  const world = await counterWorld();
  const sale = await world.ordered();
  const body = inLatin1({ sn: 'SN-0002', message: 'Sukses, terima kasih, caf\u00e9' });
  expect((await hook(under, body, { ref: sale.id })).status).toBe(200);
  const listener = pollRelay(under, world);
  await vi.waitFor(() => expect(listener.state()).toBe('listening'), patient);
  await vi.waitFor(async () => expect((await world.stored(sale.id)).revision).toBeGreaterThan(sale.revision), patient);
  expect(await world.stored(sale.id)).toMatchObject({ state: 'success', sn: 'SN-0002' });
  const [webhook] = await world.db.webhooksOf(sale.id);
  expect(verifySignature(webhook?.body ?? new Uint8Array(), webhook?.signature ?? null, [secret])).toBe(true);
});

test('a serial number with a broken letter is not handed to anybody: it still follows', async () => {
  const under = await sharedRelay();
  const world = await counterWorld();
  const sale = await world.ordered();
  await hook(under, inLatin1({ sn: 'SN-\u00e9' }), { ref: sale.id });
  pollRelay(under, world);
  await vi.waitFor(async () => expect((await world.stored(sale.id)).revision).toBeGreaterThan(sale.revision), patient);
  expect(await world.stored(sale.id)).toMatchObject({ state: 'success', sn: null });
});

test('after the relay’s database is restored from an older backup, unsettled sales are noted once and stored webhooks applied once', async () => {
  const under = await startRelay();
  const world = await counterWorld();
  const sale = await world.ordered();
  world.says.order({ transaction_id: 'T-2' });
  const other = await world.ordered({ customerNo: '081234567891' });
  const about = { transaction_id: 'T-2', customer_no: '081234567891', sn: 'SN-0009' };
  await hook(under, words(about), { ref: other.id });
  const before = pollRelay(under, world);
  await vi.waitFor(async () => expect((await world.stored(other.id)).state).toBe('success'), patient);
  await before.stop();

  await under.sql(`UPDATE metadata SET value = 'of the copy' WHERE name = 'epoch'`);
  await under.restart();
  await hook(under, words({ sn: 'SN-0002' }), { ref: sale.id });
  const after = pollRelay(under, world);
  await vi.waitFor(async () => expect((await world.stored(sale.id)).state).toBe('success'), patient);
  await after.stop();
  const again = pollRelay(under, world);
  await vi.waitFor(() => expect(again.state()).toBe('listening'), patient);
  expect(await world.events(sale.id)).toEqual([
    'sale.submitted',
    'sale.response_received',
    'relay.gap',
    'webhook.applied',
  ]);
  expect(await world.events(other.id)).toEqual(['sale.submitted', 'sale.response_received', 'webhook.applied']);
});

test('after undelivered webhooks were pruned, unsettled sales are noted and reading continues from the oldest', async () => {
  const under = await startRelay();
  const world = await counterWorld();
  const sale = await world.ordered();
  await hook(under, words({ status: 'pending', sn: '' }), { ref: sale.id });
  await hook(under, words({ sn: 'SN-0002' }), { ref: sale.id });
  await under.sql('UPDATE mailboxes SET pruned_through = 1');
  await under.sql('DELETE FROM webhooks WHERE id = 1');
  pollRelay(under, world);
  await vi.waitFor(async () => expect((await world.stored(sale.id)).state).toBe('success'), patient);
  expect(await world.events(sale.id)).toEqual([
    'sale.submitted',
    'sale.response_received',
    'relay.gap',
    'webhook.applied',
  ]);
});

test('a counter that had not read what was erased guesses no outcome: the gap is recorded, and what is whole is applied', async () => {
  const under = await sharedRelay();
  const world = await counterWorld();
  const lost = await world.ordered();
  world.says.order({ transaction_id: 'T-2', customer_no: '081234567891' });
  const other = await world.ordered({ customerNo: '081234567891' });
  expect((await hook(under, words({ transaction_id: 'T-1', sn: 'SN-0001' }), { ref: lost.id })).status).toBe(200);
  const rest = { transaction_id: 'T-2', customer_no: '081234567891', sn: 'SN-0002' };
  expect((await hook(under, words(rest), { ref: other.id })).status).toBe(200);
  // Another copy of this counter had read both, and had the first erased.
  const post = (path: string, json: object) =>
    fetch(`${under.relay.url}/v1/mailboxes/${under.mailbox}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${under.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
  expect((await post('ack', { cursor: (await poll(under)).events[1]?.cursor })).status).toBe(200);
  expect(await (await post('erase', { refs: [lost.id], signatures: [] })).json()).toMatchObject({ erased: 1 });
  const listener = pollRelay(under, world);
  await vi.waitFor(async () => expect((await world.stored(other.id)).state).toBe('success'), patient);
  await vi.waitFor(() => expect(listener.isLive()).toBe(true), patient);
  expect((await world.stored(lost.id)).state).toBe('pending');
  expect(await world.events(lost.id)).toEqual(['sale.submitted', 'sale.response_received', 'relay.gap']);
}, 60_000);
