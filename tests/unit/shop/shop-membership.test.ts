import { describe, expect, test } from 'vitest';
import { SecretsError } from '../../../src/main/base/secrets.ts';
import { readShopKey } from '../../../src/main/shop/shop-key.ts';
import { ShopMembership } from '../../../src/main/shop/shop-membership.ts';
import type { SecretName } from '../../../src/shared/contract/secret-name.ts';
import type { ShopOfMailbox } from '../../../src/shared/wire/shop.ts';
import { memorySecrets } from '../../support/app-world.ts';
import { fakeShopKey, fakeShopRelay } from '../../support/fake-shop.ts';
import { recordingLog, seededRandom } from '../../support/fake-system.ts';

interface CounterOptions {
  relay?: ReturnType<typeof fakeShopRelay>;
  secrets?: ReturnType<typeof memorySecrets>;
  name?: string;
  mailbox?: string;
}

async function counterOf(options: CounterOptions = {}) {
  const relay = options.relay ?? fakeShopRelay();
  const secrets = options.secrets ?? memorySecrets();
  const name = options.name ?? 'kasir 1';
  const log = recordingLog();
  const membership = await ShopMembership.open({
    secrets,
    relay: relay.counter(name),
    mailbox: options.mailbox ?? 'm1',
    random: seededRandom(name),
    log,
    changed: () => undefined,
  });
  return {
    relay,
    secrets,
    log,
    membership,
    /** a page of the mailbox comes */
    async learn(shop = { ...relay.shop } as ShopOfMailbox | null) {
      membership.learn(shop);
      await membership.settled();
    },
  };
}

describe('the shop of a counter', () => {
  test('is none until the relay names one', async () => {
    const { membership, learn } = await counterOf();
    await learn(null);
    expect(membership.shop()).toBeNull();
  });

  test('gets its key from its first counter, which keeps it before the relay knows of it', async () => {
    const { relay, secrets, membership, learn } = await counterOf();
    await learn();
    const key = readShopKey(secrets.stored.get('shopKey') ?? '');
    expect(key?.id).toBe(relay.shop.keyId);
    expect(membership.shop()?.key?.id).toBe(key?.id);
  });

  test('sells nothing from the moment on in which it is named, until its key is there', async () => {
    const { membership } = await counterOf();
    membership.learn({ id: 's1', name: 'Toko Contoh', keyId: null });
    expect(membership.shop()).toMatchObject({ name: 'Toko Contoh', key: null });
  });

  test('has the key that was posted first: the second counter drops its own, and waits for the code', async () => {
    const first = await counterOf();
    const second = await counterOf({ relay: first.relay, name: 'kasir 2' });
    const before = { ...first.relay.shop };
    await first.learn();
    await second.learn(before);
    expect(second.membership.shop()).toMatchObject({ key: null });
    expect([...second.secrets.stored.keys()]).toEqual(['knownShop']);
    expect(first.membership.shop()?.key).not.toBeNull();
  });

  test.each(['loses_requests', 'loses_answers'] as const)(
    'is one key, also where the relay %s, and the program ends then',
    async (behaviour) => {
      const { relay, secrets, membership, learn } = await counterOf();
      const before = { ...relay.shop };
      relay.state.behaviour = behaviour;
      await learn(before);
      const key = secrets.stored.get('offeredShopKey') ?? '-';
      expect(membership.shop()?.key).toBeNull();
      relay.state.behaviour = 'answers';
      const again = await counterOf({ relay, secrets });
      await again.learn();
      expect(secrets.stored.get('shopKey')).toBe(key);
      expect(again.membership.shop()?.key?.id).toBe(relay.shop.keyId);
    },
  );

  test('is not lost by a page that is older than the key', async () => {
    const { relay, secrets, membership, learn } = await counterOf();
    const before = { ...relay.shop };
    await learn(before);
    const key = secrets.stored.get('shopKey');
    await learn(before);
    expect(secrets.stored.get('shopKey')).toBe(key);
    expect(membership.shop()?.key?.id).toBe(relay.shop.keyId);
  });

  test('is known at the next start without the relay', async () => {
    const { secrets, learn } = await counterOf();
    await learn();
    const again = await counterOf({ secrets });
    expect(again.membership.shop()?.key).not.toBeNull();
  });

  test('is not that of another mailbox', async () => {
    const { secrets, learn } = await counterOf();
    await learn();
    const moved = await counterOf({ secrets, mailbox: 'm2' });
    expect(moved.membership.shop()).toBeNull();
  });

  test('takes the key that a code brought', async () => {
    const { text, key } = fakeShopKey();
    const relay = fakeShopRelay();
    relay.shop.keyId = key.id;
    const secrets = memorySecrets(new Map<SecretName, string>([['shopKey', text]]));
    const { membership, learn } = await counterOf({ relay, secrets });
    await learn();
    expect(membership.shop()?.key?.id).toBe(key.id);
  });

  test('ends where the mailbox was taken out of it, once a person says so', async () => {
    const { secrets, membership, learn } = await counterOf();
    await learn();
    await learn(null);
    expect(membership.shop()).toMatchObject({ isLeft: true, key: null });
    const again = await counterOf({ secrets });
    expect(again.membership.shop()).toMatchObject({ isLeft: true, key: null });
    expect(await again.membership.leave()).toBe(true);
    expect(again.membership.shop()).toBeNull();
    expect(secrets.stored.has('knownShop')).toBe(false);
  });

  test('goes on where the relay names it again', async () => {
    const { membership, learn } = await counterOf();
    await learn();
    await learn(null);
    await learn();
    expect(membership.shop()?.isLeft).toBeUndefined();
    expect(membership.shop()?.key).not.toBeNull();
    expect(await membership.leave()).toBe(false);
  });

  const roster = (sign: string): string => sign.repeat(16);

  test('keeps each roster that the relay has named of it, over a restart', async () => {
    const { relay, secrets, membership, learn } = await counterOf();
    await learn({ ...relay.shop, roster: roster('a') });
    expect(membership.rosters()).toEqual({ seen: [roster('a')], isOther: false });
    const again = await counterOf({ relay, secrets });
    await again.learn({ ...relay.shop, roster: roster('b') });
    expect(again.membership.rosters()).toEqual({ seen: [roster('a')], isOther: true });
    await again.membership.rememberRoster();
    expect(again.membership.rosters()).toEqual({ seen: [roster('a'), roster('b')], isOther: false });
    // A relay of an earlier version names none, another shop has its own.
    await again.learn({ ...relay.shop });
    expect(again.membership.rosters()).toMatchObject({ seen: [roster('a'), roster('b')], isOther: false });
    await again.learn({ ...relay.shop, id: 's2', roster: roster('c') });
    expect(again.membership.rosters()).toEqual({ seen: [roster('c')], isOther: false });
  });

  test('keeps them where it offers a key to a shop that has none', async () => {
    const { relay, membership, learn } = await counterOf();
    await learn({ ...relay.shop, roster: roster('a') });
    relay.shop.keyId = null;
    await learn({ ...relay.shop, roster: roster('b') });
    expect(membership.rosters()).toEqual({ seen: [roster('a')], isOther: true });
  });

  test('gets a new key where the relay’s operator took the old one away: it may be stolen', async () => {
    const first = await counterOf();
    await first.learn();
    const second = await counterOf({ relay: first.relay, name: 'kasir 2' });
    second.secrets.stored.set('shopKey', first.secrets.stored.get('shopKey') ?? '');
    const old = first.relay.shop.keyId;
    first.relay.shop.keyId = null;
    await first.learn();
    expect(first.relay.shop.keyId).not.toBe(old);
    expect(first.membership.shop()?.key?.id).toBe(first.relay.shop.keyId);
    await second.learn();
    expect(second.membership.shop()).toMatchObject({ key: null });
  });

  test('recognises what was erased under the key of before, also at a later start, and nothing while it lacks the key', async () => {
    const { relay, secrets, membership, learn } = await counterOf();
    expect(membership.erasureDigests()).toEqual([]);
    await learn();
    const [before] = membership.erasureDigests();
    const { text, key } = fakeShopKey();
    relay.shop.keyId = key.id;
    await learn();
    expect(membership.erasureDigests()).toEqual([]);
    await secrets.write({ shopKey: text });
    const again = await counterOf({ relay, secrets });
    await again.learn();
    const [present, earlier] = again.membership.erasureDigests();
    expect([present?.keyId, earlier?.keyId]).toEqual([key.id, before?.keyId]);
    const number = '081234567890';
    expect(earlier?.of('+62 812-3456-7890')).toBe(before?.of(number));
    expect(present?.of(number)).not.toBe(earlier?.of(number));
    // Neither log nor claims open with what is kept of it.
    expect(secrets.stored.get('erasureKeys')).not.toContain(Buffer.from(key.derive('log')).toString('hex'));
  });

  test('names who is erased while it lacks the key by the one of before, so that the others erase too', async () => {
    const { relay, membership, learn } = await counterOf();
    expect(membership.noticeDigest()).toBeNull();
    await learn();
    const [before] = membership.erasureDigests();
    expect(membership.noticeDigest()?.keyId).toBe(before?.keyId);
    relay.shop.keyId = fakeShopKey().key.id;
    await learn();
    expect(membership.erasureDigests()).toEqual([]);
    const number = '081234567890';
    expect(membership.noticeDigest()).toMatchObject({ keyId: before?.keyId });
    expect(membership.noticeDigest()?.of(number)).toBe(before?.of(number));
  });

  test('a key that was changed is missing again', async () => {
    const { relay, membership, learn } = await counterOf();
    await learn();
    relay.shop.keyId = '00'.repeat(8);
    await learn();
    expect(membership.shop()).toMatchObject({ key: null });
  });

  test('a relay that has a key which this counter has replaced gets the newer one, once it was put back to an older copy', async () => {
    const { relay, secrets, learn } = await counterOf();
    await learn();
    const before = relay.shop.keyId;
    const { text, key } = fakeShopKey();
    relay.shop.keyId = key.id;
    await secrets.write({ shopKey: text });
    const again = await counterOf({ relay, secrets });
    await again.learn();
    expect(relay.newerKeys).toEqual([]);
    relay.shop.keyId = before;
    await again.learn();
    expect(relay.newerKeys).toEqual([{ keyId: key.id, replaces: before }]);
    // One that it never had may be the newer one.
    relay.shop.keyId = '00'.repeat(8);
    await again.learn();
    expect(relay.newerKeys).toHaveLength(1);
  });

  test('a fault of the key store is logged without the key, and the next page tries again', async () => {
    const secrets = memorySecrets();
    const { write } = secrets;
    secrets.write = () => Promise.reject(new SecretsError('no_key_store'));
    const { relay, membership, log, learn } = await counterOf({ secrets });
    await learn();
    expect(membership.shop()).toMatchObject({ key: null });
    expect(relay.shop.keyId).toBeNull();
    expect(log.lines.length).toBeGreaterThan(0);
    secrets.write = write;
    await learn();
    const text = secrets.stored.get('shopKey') ?? '-';
    expect(membership.shop()?.key).not.toBeNull();
    expect(JSON.stringify(log.lines)).not.toContain(text);
  });
});
