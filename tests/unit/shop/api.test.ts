import { describe, expect, test } from 'vitest';
import { shopHandlers } from '../../../src/main/shop/api.ts';
import { ShopClaims } from '../../../src/main/shop/claims.ts';
import { claimedSales } from '../../../src/main/shop/shop-key.ts';
import type { SecretName } from '../../../src/shared/contract/secret-name.ts';
import type { SupervisorVerdict } from '../../../src/shared/domain/staff.ts';
import { readConnectionCode, writeConnectionCode } from '../../../src/shared/wire/connection-code.ts';
import { memorySecrets } from '../../support/app-world.ts';
import { aJournal } from '../../support/database-files.ts';
import { fakeShopKey, fakeShopRelay, memberOf } from '../../support/fake-shop.ts';
import { recordingLog, seededRandom, virtualClock } from '../../support/fake-system.ts';

const codeOf = (mailbox: string, token: string | null = 'token-2'): string =>
  writeConnectionCode({
    relayUrl: 'https://relay.example.com',
    mailbox,
    token,
    secretKey: 'a-secret-of-tests',
    provider: null,
  }) ?? '';

async function counterOf(options: { shop?: 'none' | 'without_key' } = {}) {
  const { text } = fakeShopKey();
  const relay = fakeShopRelay();
  const db = await aJournal();
  const clock = virtualClock();
  const state = { verdict: 'ok' as SupervisorVerdict };
  const member = memberOf().shop();
  const shop =
    options.shop === 'none' ? null : options.shop === 'without_key' && member ? { ...member, key: null } : member;
  const membership = {
    shop: () => shop,
    keyId: () => shop?.key?.id ?? null,
    rosters: () => ({ seen: [], isOther: false }),
    rememberRoster: async () => undefined,
    leave: async () => false,
  };
  const claims = new ShopClaims({
    membership,
    relay: relay.counter('kasir 1'),
    db,
    claimed: claimedSales('m1', seededRandom('sealed')),
    recover: async () => false,
    isJournalWhole: async () => true,
    today: () => '2026-03-10',
    changed: () => undefined,
    clock,
    random: seededRandom('shop api'),
    log: recordingLog(),
  });
  const handlers = shopHandlers({
    runtime: () => ({
      oneShop: { membership, claims, relay: relay.counter('kasir 1') },
      db,
      ports: { clock, supervisor: async () => state.verdict },
    }),
    secrets: memorySecrets(new Map<SecretName, string>([['shopKey', text]])),
    mailbox: () => 'm1',
    whileOpen: (work) => work(),
  });
  return { handlers, db, relay, claims, clock, state, text };
}

describe('the code of a new counter', () => {
  test('is that of the operator with the shop key in it, and an event that holds neither', async () => {
    const { handlers, db, text } = await counterOf();
    const before = await db.head();
    const code = await handlers['shop.addCounter']({ connectionCode: codeOf('m2'), pin: '471100' });
    const read = code.ok ? readConnectionCode(code.value.connectionCode) : null;
    expect(read).toMatchObject({ ok: true, code: { mailbox: 'm2', token: 'token-2', shopKey: text } });
    expect((await db.head()).seq).toBe(before.seq + 1);
  });

  test.each([
    ['of its own mailbox', codeOf('m1'), 'code_own_mailbox'],
    ['with a key alone', codeOf('m2', null), 'code_own_mailbox'],
    ['that is none', 'KTR1.ABCD', 'code_foreign'],
  ])('is not made of one %s', async (_what, connectionCode, reason) => {
    const { handlers } = await counterOf();
    expect(await handlers['shop.addCounter']({ connectionCode })).toMatchObject({ error: { reason } });
  });

  test('takes the PIN, the key, and a shop', async () => {
    const input = { connectionCode: codeOf('m2') };
    const { handlers, state } = await counterOf();
    state.verdict = 'wrong_pin';
    expect(await handlers['shop.addCounter'](input)).toMatchObject({ error: { reason: 'wrong_pin' } });
    const keyless = await counterOf({ shop: 'without_key' });
    expect(await keyless.handlers['shop.addCounter'](input)).toMatchObject({ error: { reason: 'shop_key_missing' } });
    const alone = await counterOf({ shop: 'none' });
    expect(await alone.handlers['shop.addCounter'](input)).toMatchObject({ error: { reason: 'no_shop' } });
    expect(await alone.handlers['shop.readBack']({ productCode: 'TSEL10', customerNo: '081234567890' })).toEqual({
      ok: true,
      value: { saleId: null, counter: null },
    });
  });
});

describe('a claim of a lost journal', () => {
  const id = '0195f0aa-0000-7000-8000-000000000001';

  test('is listed, and settled here, with the decision in the log', async () => {
    const { handlers, db, relay, claims, clock } = await counterOf();
    const { key } = fakeShopKey();
    const digests = key.digests({ productCode: 'TSEL10', customerNo: '081234567890' });
    const claim = {
      id,
      version: clock.now(),
      state: 'unresolved' as const,
      ...digests,
      day: '2026-03-10',
      isSent: true,
    };
    await relay.counter('kasir 1').postClaims({ keyId: key.id, claims: [claim] });
    claims.compare();
    await expect.poll(() => claims.orphans()).toHaveLength(1);
    expect(await handlers['shop.openClaims'](undefined)).toMatchObject({ value: [{ id, counter: null, since: null }] });
    const before = await db.head();
    expect(await handlers['shop.settleClaim']({ id, outcome: 'failed', note: 'not there' })).toEqual({
      ok: true,
      value: null,
    });
    expect(relay.stateOf(id)).toBe('failed');
    expect((await db.head()).seq).toBe(before.seq + 1);
    expect(await handlers['shop.openClaims'](undefined)).toEqual({ ok: true, value: [] });
    claims.stop();
  });

  test('is not settled without the relay, or the PIN', async () => {
    const { handlers, relay, state } = await counterOf();
    const input = { id, outcome: 'failed' as const, note: 'not there' };
    relay.state.behaviour = 'loses_requests';
    expect(await handlers['shop.settleClaim'](input)).toMatchObject({ error: { code: 'relay_unreachable' } });
    expect(await handlers['shop.openClaims'](undefined)).toMatchObject({ error: { code: 'relay_unreachable' } });
    relay.state.behaviour = 'answers';
    expect(await handlers['shop.settleClaim'](input)).toMatchObject({ error: { reason: 'claim_not_open' } });
    state.verdict = 'wrong_pin';
    expect(await handlers['shop.settleClaim'](input)).toMatchObject({ error: { reason: 'wrong_pin' } });
  });
});
