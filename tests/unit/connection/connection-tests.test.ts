import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { counterEnv, metricsOf, startRelay } from '../../support/relay.ts';

describe('the test of the relay', () => {
  /** A counter with a relay behind a real socket. No order is sent, so nothing stands behind the provider's address. */
  async function withRelay(headers: Record<string, string> = {}) {
    const under = await startRelay();
    const env = { ...counterEnv(under), ...headers };
    return { ...(await appWorld({ env })), relay: under.relay };
  }

  async function relayIsLive(world: AppWorld): Promise<void> {
    await vi.waitFor(async () => expect((await world.call('status')).value.relay.state).toBe('listening'), {
      timeout: 30_000,
      interval: 10,
    });
  }

  it('a webhook to itself reaches the counter, and leaves nothing in the log', async () => {
    const world = await withRelay();
    await relayIsLive(world);
    const before = await world.call('journal.chainHead');
    expect(await world.call('settings.tryRelay')).toEqual({
      ok: true,
      value: { outcome: 'ok', tookMs: expect.any(Number) },
    });
    expect((await world.call('journal.chainHead')).value).toMatchObject({ seq: before.value.seq });
    expect((await world.call('webhooks.quarantined')).value).toEqual([]);
  });

  it('the shop’s own relay is tried from training too', async () => {
    const world = await withRelay();
    await relayIsLive(world);
    await world.call('mode.switch', { mode: 'training' });
    expect(await world.call('settings.tryRelay')).toMatchObject({ value: { outcome: 'ok' } });
  });

  it('another secret than the relay’s is named', async () => {
    const world = await withRelay({ KONTER_SECRET_KEY: 'another secret' });
    expect(await world.call('settings.tryRelay')).toMatchObject({ value: { outcome: 'wrong_secret', tookMs: null } });
  });

  it('a trial that is over leaves nobody at the mailbox, from which a counter going live would be sent away', async () => {
    const { relay, ...world } = await withRelay({ KONTER_SECRET_KEY: 'another secret' });
    await world.call('mode.switch', { mode: 'training' });
    expect(await world.call('settings.tryRelay')).toMatchObject({ value: { outcome: 'wrong_secret' } });
    // Far sooner than the poll of a trial ends by itself.
    await vi.waitFor(async () => expect(await metricsOf(relay)).toMatch(/_long_polls_active 0$/m), {
      timeout: 30_000,
    });
  });

  it('a wrong token is named, though the relay took the webhook', async () => {
    const world = await withRelay({ KONTER_RELAY_TOKEN: 'wrong' });
    await world.call('mode.switch', { mode: 'training' });
    expect(await world.call('settings.tryRelay')).toMatchObject({ value: { outcome: 'refused' } });
  });

  it('a relay that is not there is named', async () => {
    const world = await withRelay({ KONTER_RELAY_URL: 'http://127.0.0.1:9' });
    await world.call('mode.switch', { mode: 'training' });
    expect(await world.call('settings.tryRelay')).toMatchObject({ value: { outcome: 'unreachable' } });
  });

  it('nothing is sent while something is missing', async () => {
    const world = await appWorld();
    onTestFinished(() => expect(world.app.mode()).toBe('training'));
    expect(await world.call('settings.tryRelay')).toMatchObject({ value: { outcome: 'not_configured' } });
  });
});
