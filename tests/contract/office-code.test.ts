import { expect, onTestFinished, test, vi } from 'vitest';
import { writeConnectionCode } from '../../src/shared/wire/connection-code.ts';
import { startSimulatorServer } from '../../src/simulator/server.ts';
import { type AppWorld, appWorld, memorySecrets } from '../support/app-world.ts';
import { secret, startRelay } from '../support/relay.ts';
import { shopAt } from '../support/shop.ts';

const pin = '471100';
const wait = { timeout: 30_000, interval: 40 };

/** The code of an office's mailbox, as the relay's operator hands it on. */
async function officeMailbox() {
  const shop = await shopAt(startRelay, []);
  const { relay, mailbox, token } = await shop.join('kantor', 'office');
  const code = { relayUrl: relay.url, mailbox, token, secretKey: null, provider: null };
  return { shop, code: writeConnectionCode(code) ?? '', relay, mailbox, token };
}

test('a counter saves no code of an office, and says so', async () => {
  const { code } = await officeMailbox();
  const { call } = await appWorld();
  const refused = await call('settings.save', { connectionCode: code, supervisorPin: { next: pin } });
  expect(refused).toMatchObject({ ok: false, error: { reason: 'code_office', fields: ['connectionCode'] } });
  expect((await call('settings.get')).value.settings.relay.mailbox).toBeNull();
});

test('nor is its mailbox saved where address, id and token are typed, or beside a mailbox that sells', async () => {
  const { shop, relay, mailbox, token } = await officeMailbox();
  const provider = await startSimulatorServer({ port: 0, seed: 'office code', secretKey: secret, pace: 0.1 });
  onTestFinished(() => provider.close());
  const own = await shop.join('kasir 1');
  const { call } = await appWorld();
  const typed = (at: { mailbox: string; token: string }) =>
    call('settings.save', {
      provider: { url: provider.url },
      relay: { url: relay.url, mailbox: at.mailbox },
      secrets: { relayToken: at.token, secretKey: secret },
      ...(at === own ? { supervisorPin: { next: pin } } : { pin }),
    });
  expect((await typed(own)).ok).toBe(true);
  await call('mode.switch', { mode: 'live' });
  const refused = await typed({ mailbox, token });
  expect(refused).toMatchObject({ ok: false, error: { reason: 'code_office' } });
  await vi.waitFor(async () => expect((await call('status')).value.relay.state).toBe('listening'), wait);
});

test('an office that is opened on a second machine is said to be so on the first', async () => {
  const { relay, mailbox, token } = await officeMailbox();
  const env = { KONTER_RELAY_URL: relay.url, KONTER_RELAY_MAILBOX: mailbox, KONTER_RELAY_TOKEN: token };
  const office = (): Promise<AppWorld> => appWorld({ role: 'office', secrets: memorySecrets(), env });
  const first = await office();
  await vi.waitFor(async () => expect((await first.call('status')).value.relay.state).toBe('listening'), wait);
  const second = await office();
  await vi.waitFor(async () => expect((await first.call('status')).value.relay.state).toBe('taken'), wait);
  expect((await second.call('status')).value.relay.state).toBe('listening');
});
