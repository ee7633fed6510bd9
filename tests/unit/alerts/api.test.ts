import { expect, onTestFinished, test } from 'vitest';
import { appWorld, memorySecrets, staffed } from '../../support/app-world.ts';
import { botToken, TelegramServer } from '../../support/telegram-server.ts';

async function telegram() {
  const server = new TelegramServer();
  const url = await server.listen();
  onTestFinished(server.close);
  return { server, url };
}

const none = { bot: null, last: null };

test('an office saves a bot, tries it, and forgets it with its token', async () => {
  const { server, url } = await telegram();
  const secrets = memorySecrets();
  const { call, log } = await appWorld({ role: 'office', secrets });
  expect((await call('alerts.get')).value).toEqual(none);
  expect(await call('alerts.try')).toMatchObject({ ok: false, error: { code: 'invalid_input', fields: ['token'] } });
  const bot = { chat: '42', url };
  expect(await call('alerts.save', { bot })).toMatchObject({ error: { code: 'invalid_input', fields: ['token'] } });
  const saved = await call('alerts.save', { bot: { ...bot, token: botToken } });
  // The token is never shown again.
  expect(saved.value).toEqual({ bot, last: null });
  expect((await call('alerts.try')).value).toEqual({ outcome: 'sent' });
  expect(server.messages).toHaveLength(1);
  expect((await call('alerts.get')).value).toMatchObject({ bot, last: { outcome: 'sent' } });
  // Another recipient keeps the token.
  expect((await call('alerts.save', { bot: { ...bot, chat: '43' } })).ok).toBe(true);
  expect((await call('alerts.try')).value).toEqual({ outcome: 'wrong_chat' });
  expect((await call('alerts.save', { bot: null })).value).toEqual(none);
  expect([...secrets.stored.keys()]).not.toContain('alertBot');
  expect(JSON.stringify(log.lines)).not.toContain(botToken);
});

test('a saved token is sent to no other address than its own', async () => {
  const [first, second] = [await telegram(), await telegram()];
  const { call } = await appWorld({ role: 'office' });
  await call('alerts.save', { bot: { chat: '42', url: first.url, token: botToken } });
  expect(await call('alerts.save', { bot: { chat: '42', url: second.url } })).toMatchObject({ ok: false });
  expect(await call('alerts.chats', { url: second.url })).toMatchObject({ ok: false });
  expect((await call('alerts.chats', { url: first.url })).value).toEqual({ outcome: 'found', chats: [] });
  expect(second.server.paths).toEqual([]);
});

test('a bot is that of the next start, too', async () => {
  const { url } = await telegram();
  const first = await appWorld({ role: 'office' });
  await first.call('alerts.save', { bot: { chat: '-100', url, token: botToken } });
  await first.app.close();
  const { call } = await appWorld({ role: 'office', dataDir: first.dataDir, secrets: first.secrets });
  expect((await call('alerts.get')).value).toEqual({ bot: { chat: '-100', url }, last: null });
  expect((await call('alerts.try')).value).toEqual({ outcome: 'sent' });
});

test('a counter sends no alerts, and a cashier sets up none', async () => {
  const counter = await appWorld();
  expect(await counter.call('alerts.get')).toMatchObject({ error: { code: 'not_allowed', reason: 'no_office' } });
  const office = await appWorld({ role: 'office' });
  const { signIn } = await staffed(office);
  await signIn('supervisor');
  expect(await office.call('alerts.save', { bot: null })).toMatchObject({ error: { code: 'not_allowed' } });
  expect(await office.call('alerts.get')).toMatchObject({ error: { code: 'not_allowed' } });
});
