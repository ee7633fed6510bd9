import { expect, it } from 'vitest';
import { appWorld, memorySecrets } from '../../support/app-world.ts';

const provider = { url: 'https://provider.example/v1' };
const relay = { url: 'https://relay.example', mailbox: 'm' };
const secrets = { secretKey: 'k', relayToken: 't', providerHeaders: { 'X-Key': 'obviously-fake' } };
const all = { secretKey: true, relayToken: true, providerHeaders: true };
const elsewhere = { KONTER_PROVIDER_URL: 'https://other.example/v1', KONTER_RELAY_URL: 'https://other-relay.example' };

async function savedCounter() {
  const kept = memorySecrets();
  const first = await appWorld({ secrets: kept });
  await first.call('settings.save', { provider, relay, secrets });
  await first.app.close();
  return { kept, dataDir: first.dataDir };
}

it('a saved secret counts only with the address that it was saved for', async () => {
  const { kept, dataDir } = await savedCounter();
  const moved = await appWorld({ dataDir, secrets: kept, env: elsewhere });
  expect(moved.app.mode()).toBe('live');
  expect(await moved.call('settings.get')).toMatchObject({
    value: { secrets: { secretKey: false, relayToken: false, providerHeaders: false } },
  });
  expect((await moved.call('status')).value.missing).toEqual(['secretKey', 'relayToken', 'providerHeaders']);
  // Another setting, saved meanwhile, gives no secret another address.
  await moved.call('settings.save', { billFee: 3000 });
  await moved.app.close();
  const same = { KONTER_PROVIDER_URL: 'https://provider.example/v1/', KONTER_RELAY_URL: relay.url };
  const back = await appWorld({ dataDir, secrets: kept, env: same });
  expect(await back.call('settings.get')).toMatchObject({ value: { secrets: all } });
});

it('a secret that was saved before addresses were kept belongs to the address saved then', async () => {
  const { kept, dataDir } = await savedCounter();
  kept.kept.delete('secretAddresses');
  const moved = await appWorld({ dataDir, secrets: kept, env: elsewhere });
  expect(await moved.call('settings.get')).toMatchObject({
    value: { secrets: { secretKey: false, relayToken: false } },
  });
  await moved.app.close();
  const back = await appWorld({ dataDir, secrets: kept });
  expect(await back.call('settings.get')).toMatchObject({ value: { secrets: all } });
  // From the next address on it belongs to none but the old one.
  await back.call('settings.save', { provider: { url: 'https://next.example/v1' } });
  expect(await back.call('settings.get')).toMatchObject({
    value: { secrets: { secretKey: false, relayToken: true, providerHeaders: false } },
  });
  await back.call('settings.save', { provider });
  expect(await back.call('settings.get')).toMatchObject({ value: { secrets: all } });
});

it('a secret that was saved before any address takes the first one that is saved', async () => {
  const { call } = await appWorld();
  await call('settings.save', { secrets });
  await call('settings.save', { provider, relay });
  expect(await call('settings.get')).toMatchObject({ value: { secrets: all } });
});

it('a record of addresses that cannot be read leaves no secret usable', async () => {
  const { kept, dataDir } = await savedCounter();
  kept.kept.set('secretAddresses', 'broken');
  const { call } = await appWorld({ dataDir, secrets: kept });
  expect(await call('settings.get')).toMatchObject({
    value: { secrets: { secretKey: false, relayToken: false, providerHeaders: false } },
  });
});
