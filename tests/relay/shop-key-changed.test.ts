import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { newShopKey, readShopKey } from '../../src/main/shop/shop-key.ts';
import { rotateToken } from '../../src/relay/core/mailbox-service.ts';
import { systemClock as clock, systemRandom as random } from '../../src/server/system.ts';
import { writeConnectionCode } from '../../src/shared/wire/connection-code.ts';
import { appWorld, memorySecrets } from '../support/app-world.ts';
import { temporaryFolder } from '../support/database-files.ts';
import { secret, startRelay } from '../support/relay.ts';
import { askShop, type ShopMailbox, shopAt } from '../support/shop.ts';

const patient = { timeout: 15_000, interval: 20 };
const foreign = newShopKey(randomBytes(32));

/** A live counter of a shop whose key has been changed a moment ago; and the code of another counter with the new key. */
async function changed() {
  const opened = await shopAt(startRelay, []);
  const { shop, shops } = opened;
  const [front, back] = [await opened.join('Front'), await opened.join('Back')];
  const [first, next] = [newShopKey(randomBytes(32)), newShopKey(randomBytes(32))];
  const make = (key: string) => askShop(front, 'shop-key', { keyId: readShopKey(key)?.id ?? '' });
  const codeOf = ({ relay, mailbox, token }: ShopMailbox, shopKey: string): string =>
    writeConnectionCode({
      relayUrl: relay.url,
      mailbox,
      token,
      secretKey: secret,
      provider: { url: 'http://127.0.0.1:9/v1', headers: null },
      shopKey,
    }) ?? '';
  await make(first);
  const [dataDir, secrets] = [temporaryFolder(), memorySecrets()];
  const open = () => appWorld({ dataDir, secrets });
  const counter = await open();
  expect((await counter.call('settings.save', { connectionCode: codeOf(back, first) })).error).toBeUndefined();
  expect((await counter.call('mode.switch', { mode: 'live' })).ok).toBe(true);
  await vi.waitFor(async () => {
    expect((await counter.call('status')).value.relay.state).toBe('listening');
    expect(secrets.stored.get('knownShop')).toContain(shop);
  }, patient);
  const change = async (): Promise<void> => {
    await shops.rotateShopKey(shop, null);
    await make(next);
  };
  return { ...opened, back, counter, open, secrets, next, codeOf, change };
}

test('a code with the shop’s new key is taken at once, though the relay’s last page named the one before', async () => {
  const { back, counter, secrets, next, codeOf, change } = await changed();
  await change();
  const refused = await counter.call('settings.save', { connectionCode: codeOf(back, foreign) });
  expect(refused.error).toMatchObject({ reason: 'code_other_shop' });
  expect((await counter.call('settings.save', { connectionCode: codeOf(back, next) })).error).toBeUndefined();
  expect(secrets.stored.get('shopKey')).toBe(next);
});

test('where the key was not changed a code with another one is refused', async () => {
  const { back, counter, codeOf } = await changed();
  const refused = await counter.call('settings.save', { connectionCode: codeOf(back, foreign) });
  expect(refused.error).toMatchObject({ reason: 'code_other_shop' });
});

test('a counter whose token was replaced while it was off takes the code with the new key, and no other one', async () => {
  const { back, counter, open, secrets, next, codeOf, change, mailboxes } = await changed();
  await counter.app.close();
  await change();
  const token = await rotateToken({ store: mailboxes, random, clock }, back.mailbox);
  if (token === null) throw new Error('no token');
  const again = await open();
  const renewed = { ...back, token };
  const refused = await again.call('settings.save', { connectionCode: codeOf(renewed, foreign) });
  expect(refused.error).toMatchObject({ reason: 'code_other_shop' });
  expect((await again.call('settings.save', { connectionCode: codeOf(renewed, next) })).error).toBeUndefined();
  expect(secrets.stored.get('shopKey')).toBe(next);
  await vi.waitFor(async () => expect((await again.call('status')).value.relay.state).toBe('listening'), patient);
});
