import { describe, expect, it } from 'vitest';
import { type ConnectionCode, writeConnectionCode } from '../../../src/shared/wire/connection-code.ts';
import { appWorld } from '../../support/app-world.ts';
import { fakeShopKey } from '../../support/fake-shop.ts';

const full: ConnectionCode = {
  relayUrl: 'https://relay.example.com',
  mailbox: 'm-of-the-shop',
  token: 'token-1',
  secretKey: 'key-1',
  provider: { url: 'https://api.example.com/v1', headers: { 'X-Key': 'header-1' } },
  shopKey: null,
};
const codeOf = (of: Partial<ConnectionCode> = {}): string => writeConnectionCode({ ...full, ...of }) ?? '';

async function connected() {
  const world = await appWorld();
  expect(await world.call('settings.save', { connectionCode: codeOf() })).toMatchObject({ ok: true });
  return world;
}

describe('a connection code', () => {
  it('sets addresses and keys, and reveals none of it to the page', async () => {
    const { call, secrets } = await connected();
    const view = await call('settings.get');
    expect(view).toMatchObject({
      value: {
        settings: {
          provider: { url: 'https://api.example.com/v1' },
          relay: { url: 'https://relay.example.com', mailbox: 'm-of-the-shop' },
        },
        secrets: { secretKey: true, relayToken: true, providerHeaders: true },
      },
    });
    expect(JSON.stringify(view)).not.toMatch(/token-1|key-1|header-1|KTC1/);
    expect([await secrets.read('relayToken'), await secrets.read('secretKey')]).toEqual(['token-1', 'key-1']);
  });

  it('is taken with what it does not hold itself', async () => {
    const { call, secrets } = await appWorld();
    const input = {
      connectionCode: codeOf({ secretKey: null, provider: null }),
      provider: { url: 'https://api.example.com/v1' },
      secrets: { secretKey: 'typed' },
    };
    expect(await call('settings.save', input)).toMatchObject({ ok: true });
    expect(await secrets.read('secretKey')).toBe('typed');
    expect(await call('mode.switch', { mode: 'live' })).toMatchObject({ ok: true });
  });

  it('is published to every page once it is saved, without what is in it', async () => {
    const { call, events } = await appWorld();
    const published = () => events.filter(({ type }) => type === 'settings');
    await call('settings.save', { timeZone: 'nowhere' });
    expect(published()).toEqual([]);
    await call('settings.save', { connectionCode: codeOf() });
    expect(published()).toEqual([{ type: 'settings' }]);
  });

  it('takes the supervisor’s PIN', async () => {
    const { call } = await connected();
    await call('settings.save', { supervisorPin: { next: '4711' } });
    const other = { connectionCode: codeOf({ mailbox: 'another' }) };
    expect(await call('settings.save', other)).toMatchObject({ error: { reason: 'pin_needed' } });
    expect(await call('settings.save', { ...other, pin: '0000' })).toMatchObject({ error: { reason: 'wrong_pin' } });
    expect((await call('settings.get')).value.settings.relay.mailbox).toBe('m-of-the-shop');
    expect(await call('settings.save', { ...other, pin: '4711' })).toMatchObject({ ok: true });
  });

  it('of another provider never takes the saved headers along', async () => {
    const { call, secrets } = await connected();
    const elsewhere = { url: 'https://elsewhere.example.com/v1', headers: null };
    await call('settings.save', { connectionCode: codeOf({ provider: elsewhere }) });
    expect(await secrets.read('providerHeaders')).toBeNull();
    await call('settings.save', { connectionCode: codeOf() });
    await call('settings.save', {
      connectionCode: codeOf({ provider: { ...elsewhere, headers: { 'X-Key': 'new' } } }),
    });
    expect(await secrets.read('providerHeaders')).toBe('{"X-Key":"new"}');
  });

  it('of the same provider keeps the saved headers', async () => {
    const { call, secrets } = await connected();
    const same = { url: 'https://api.example.com/v1', headers: null };
    await call('settings.save', { connectionCode: codeOf({ provider: same, mailbox: 'another' }) });
    expect(await secrets.read('providerHeaders')).toBe('{"X-Key":"header-1"}');
  });

  it('with a new key alone keeps the token, and is refused for another mailbox', async () => {
    const { call, secrets } = await connected();
    const rotated = { token: null, secretKey: 'key-2', provider: null };
    const foreign = await call('settings.save', { connectionCode: codeOf({ ...rotated, mailbox: 'another' }) });
    expect(foreign).toMatchObject({ error: { code: 'invalid_input', reason: 'code_no_token' } });
    expect(await call('settings.save', { connectionCode: codeOf(rotated) })).toMatchObject({ ok: true });
    expect([await secrets.read('relayToken'), await secrets.read('secretKey')]).toEqual(['token-1', 'key-2']);
  });

  it('brings the key of a shop, which is kept like the others and goes to no page', async () => {
    const { call, secrets } = await connected();
    const { text } = fakeShopKey();
    const saved = await call('settings.save', { connectionCode: codeOf({ mailbox: 'another', shopKey: text }) });
    expect(saved).toMatchObject({ ok: true });
    expect(await secrets.read('shopKey')).toBe(text);
    expect(JSON.stringify([saved, await call('settings.get')])).not.toContain(text);
    // A code of the operator has none: the mailbox is a new one, and the shop may be the same.
    await call('settings.save', { connectionCode: codeOf({ mailbox: 'a third' }) });
    expect(await secrets.read('shopKey')).toBe(text);
  });

  it.each([
    ['cut off', codeOf().slice(0, -3), 'code_incomplete'],
    ['with a changed character', codeOf().replace(/.{9}$/, '0$&'), 'code_altered'],
    ['that is something else', 'https://relay.example.com', 'code_foreign'],
    ['of a newer kind', codeOf().replace('KTC1', 'KTC9'), 'code_newer'],
  ])('%s changes nothing, and its error holds nothing of it', async (_, connectionCode, reason) => {
    const { call } = await connected();
    const before = await call('settings.get');
    const answer = await call('settings.save', { connectionCode, billFee: 9000 });
    expect(answer).toMatchObject({ error: { code: 'invalid_input', reason, fields: ['connectionCode'] } });
    expect(JSON.stringify(answer)).not.toContain(connectionCode);
    expect(await call('settings.get')).toEqual(before);
  });
});
