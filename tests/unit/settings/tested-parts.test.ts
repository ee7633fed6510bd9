import { expect, it, vi } from 'vitest';
import { appWorld } from '../../support/app-world.ts';
import { secret, startRelay } from '../../support/relay.ts';

/** A counter with a relay behind a real socket, set up by its own settings. */
async function withRelay() {
  const { relay, mailbox, token } = await startRelay();
  const world = await appWorld();
  const saved = await world.call('settings.save', {
    provider: { url: 'http://127.0.0.1:9/v1' },
    relay: { url: relay.url, mailbox },
    secrets: { secretKey: secret, relayToken: token },
  });
  expect(saved).toMatchObject({ ok: true });
  return { ...world, tested: async () => (await world.call('settings.get')).value.tested };
}

it('a test that passed is remembered, also after a restart and once the counter is live', async () => {
  const world = await withRelay();
  expect(await world.tested()).toEqual({ relay: false, provider: false, product: false });
  await world.call('settings.tryRelay');
  expect(await world.tested()).toEqual({ relay: true, provider: false, product: false });
  await world.call('mode.switch', { mode: 'live' });
  expect((await world.tested()).relay).toBe(true);
  await world.app.close();
  const again = await appWorld({ dataDir: world.dataDir, secrets: world.secrets });
  expect((await again.call('settings.get')).value.tested.relay).toBe(true);
});

it('a test of other keys does not count, and one that fails later takes it back', async () => {
  const world = await withRelay();
  await world.call('settings.tryRelay');
  await world.call('settings.save', { secrets: { secretKey: 'another' } });
  expect((await world.tested()).relay).toBe(false);
  await world.call('settings.save', { secrets: { secretKey: secret } });
  expect((await world.tested()).relay).toBe(true);
  await world.call('settings.save', { secrets: { secretKey: 'another' } });
  await world.call('settings.tryRelay');
  await world.call('settings.save', { secrets: { secretKey: secret } });
  expect((await world.tested()).relay).toBe(false);
});

it('a provider that is not reached has passed nothing', async () => {
  const world = await withRelay();
  await vi.waitFor(async () =>
    expect(await world.call('settings.test', { productCode: 'TSEL10' })).toMatchObject({
      value: { provider: 'unreachable' },
    }),
  );
  expect(await world.tested()).toMatchObject({ provider: false, product: false });
});
