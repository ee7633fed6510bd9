import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { AlertFact } from '../../../src/main/alerts/alert-facts.ts';
import { alertMessage, trialMessage } from '../../../src/main/alerts/alert-words.ts';
import { PhoneAlerts } from '../../../src/main/alerts/phone-alerts.ts';
import { findChats, sendMessage } from '../../../src/main/alerts/telegram.ts';
import { jsonFile } from '../../../src/main/base/json-file.ts';
import { createNodeTransport } from '../../../src/main/base/system/http-transport.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { recordingLog, virtualClock } from '../../support/fake-system.ts';
import { botToken, TelegramServer } from '../../support/telegram-server.ts';

const minute = 60_000;
const setting = { language: 'id' as const, timeZone: 'Asia/Jakarta', shop: { name: 'Rina Cell' } };
const unresolved = (sale: string, counter = 'Depan'): AlertFact => ({
  key: `unresolved ${counter} ${sale}`,
  kind: 'unresolved',
  counter,
});
const short: AlertFact = { key: 'short Depan 12 closing', kind: 'short', counter: 'Depan', shift: 12 };
const low: AlertFact = { key: 'deposit Depan', kind: 'deposit', counter: 'Depan' };
const silent: AlertFact = { key: 'silent Depan', kind: 'silent', counter: 'Depan', since: '2026-03-10T06:45:00.000Z' };

/** Alerts of a shop whose facts are set, by a bot at a real server, on a clock that is moved. */
async function alertsWorld(folder = temporaryFolder()) {
  const server = new TelegramServer();
  const url = await server.listen();
  onTestFinished(server.close);
  const clock = virtualClock();
  const log = recordingLog();
  const transport = createNodeTransport();
  const world = { holding: [] as AlertFact[], unknown: new Set<string>(), reads: 0 };
  const file = jsonFile(join(folder, 'alerts.json'), z.array(z.string()));
  const open = async () => {
    const alerts = await PhoneAlerts.open({
      bot: { url, token: botToken, chat: '42', since: 0 },
      readFacts: async () => {
        world.reads += 1;
        return { holding: [...world.holding], isKnown: (key) => !world.unknown.has(key) };
      },
      message: (facts) => alertMessage(setting, facts),
      trial: () => trialMessage(setting),
      send: (bot, text, signal) => sendMessage(transport, bot, text, signal),
      file,
      clock,
      log,
    });
    onTestFinished(() => alerts.stop());
    return alerts;
  };
  let alerts = await open();
  return {
    server,
    url,
    log,
    folder,
    world,
    alerts: () => alerts,
    texts: () => server.messages.map(({ text }) => text.split('\n').slice(1).join('\n')),
    /** Lets minutes pass, one look after the other. */
    async pass(minutes: number): Promise<void> {
      for (let passed = 0; passed < minutes; passed += 1) {
        await clock.pass(minute);
        await alerts.settled();
      }
    },
    async restart(): Promise<void> {
      await alerts.stop();
      alerts = await open();
    },
  };
}

test('each fact is sent once, with its counter and without a customer or a sum', async () => {
  const { world, pass, server } = await alertsWorld();
  world.holding = [unresolved('a'), unresolved('b'), low, short, silent, unresolved('c', 'Belakang')];
  await pass(30);
  expect(server.messages).toEqual([
    {
      chat: '42',
      text: [
        'Konter · Rina Cell',
        'Depan: 2 penjualan belum selesai lebih dari 15 menit.',
        'Depan: deposit di bawah batas.',
        'Depan: uang laci kurang di shift 12.',
        'Depan: diam sejak 13:45.',
        'Belakang: 1 penjualan belum selesai lebih dari 15 menit.',
      ].join('\n'),
    },
  ]);
});

test('what comes within five minutes of a message is one message more, however much it is', async () => {
  const { world, pass, texts } = await alertsWorld();
  world.holding = [unresolved('0')];
  await pass(1);
  for (let sale = 1; sale <= 4; sale += 1) {
    world.holding.push(unresolved(String(sale)));
    await pass(1);
  }
  expect(texts()).toHaveLength(1);
  await pass(2);
  expect(texts().slice(1)).toEqual(['Depan: 4 penjualan belum selesai lebih dari 15 menit.']);
});

test('a new start repeats nothing, neither what holds nor what has ended', async () => {
  const { world, pass, texts, restart } = await alertsWorld();
  world.holding = [unresolved('a'), low];
  await pass(1);
  world.holding = [low];
  await pass(6);
  await restart();
  await pass(10);
  expect(texts()).toHaveLength(1);
  // A deposit that was filled and is low again is another event.
  world.holding = [];
  await pass(1);
  world.holding = [low];
  await pass(6);
  expect(texts().slice(1)).toEqual(['Depan: deposit di bawah batas.']);
});

test('a counter that cannot be read for a while has not ended anything', async () => {
  const { world, pass, texts, restart } = await alertsWorld();
  world.holding = [silent];
  await pass(1);
  world.holding = [];
  world.unknown.add(silent.key);
  await pass(6);
  await restart();
  world.holding = [silent];
  world.unknown.clear();
  await pass(10);
  expect(texts()).toHaveLength(1);
});

test('without a line nothing is lost that still holds, and nothing is sent that has ended meanwhile', async () => {
  const { world, pass, texts, server, url, alerts, log } = await alertsWorld();
  await server.close();
  world.holding = [unresolved('a'), unresolved('b')];
  await pass(40);
  expect(alerts().view().last?.outcome).toBe('unreachable');
  world.holding = [unresolved('b')];
  await server.listen(Number(new URL(url).port));
  await pass(16);
  expect(texts()).toEqual(['Depan: 1 penjualan belum selesai lebih dari 15 menit.']);
  expect(alerts().view().last?.outcome).toBe('sent');
  // Said once in the log, too, and never with the address, which holds the token.
  const lines = log.lines.filter(({ message }) => message === 'an alert could not be sent');
  expect(lines).toEqual([expect.objectContaining({ facts: { outcome: 'unreachable' } })]);
  expect(JSON.stringify(log.lines)).not.toContain(botToken.slice(10));
});

test('an answer that is lost is no success: the message is sent again', async () => {
  const { world, pass, server, texts } = await alertsWorld();
  server.faults.push('lost');
  world.holding = [low];
  await pass(10);
  expect(texts()).toHaveLength(2);
});

test('a message that cannot be sent is tried with longer pauses, a quarter of an hour at most', async () => {
  const { world, pass, server } = await alertsWorld();
  server.faults.push(...Array.from({ length: 100 }, () => 'too_many' as const));
  world.holding = [low];
  await pass(60);
  expect(server.paths.length).toBeGreaterThan(4);
  expect(server.paths.length).toBeLessThan(9);
});

test('a trial says what is wrong', async () => {
  const { url, server, alerts } = await alertsWorld();
  const bot = { url, token: botToken, chat: '42', since: 0 };
  expect(await alerts().try()).toBe('sent');
  expect(server.messages[0]?.text).toBe('Konter · Rina Cell\nPesan percobaan. Peringatan dari kantor sampai di sini.');
  const outcomes = [];
  for (const change of [
    { token: botToken.replace('A', 'B') },
    { chat: '43' },
    { chat: '7' },
    { url: `${url}/elsewhere` },
  ]) {
    await alerts().use({ ...bot, ...change });
    outcomes.push(await alerts().try());
  }
  expect(outcomes).toEqual(['wrong_token', 'wrong_chat', 'wrong_chat', 'wrong_token']);
  await alerts().use(bot);
  for (const fault of ['html', 'too_many', 'lost'] as const) {
    server.faults.push(fault);
    expect(await alerts().try()).toBe({ html: 'bad_answer', too_many: 'too_many', lost: 'unreachable' }[fault]);
  }
  await alerts().use(null);
  expect(await alerts().try()).toBeNull();
});

test.each(['another phone', 'the same after alerts were off'] as const)('%s gets what holds, once', async (change) => {
  const { world, pass, server, url, alerts, restart } = await alertsWorld();
  const bot = { url, token: botToken, chat: '42', since: 0 };
  world.holding = [low];
  await pass(6);
  await restart();
  if (change !== 'another phone') await alerts().use(null);
  await alerts().use(change === 'another phone' ? { ...bot, chat: '-100' } : bot);
  await pass(12);
  expect(server.messages.map(({ chat }) => chat)).toEqual(['42', change === 'another phone' ? '-100' : '42']);
  // Changed, but for the phone: it has it already.
  await alerts().use({ ...alerts().bot()!, since: 1 });
  await pass(12);
  expect(server.messages).toHaveLength(2);
});

test('without a bot the counters are not even read', async () => {
  const { world, alerts, pass, server } = await alertsWorld();
  await alerts().use(null);
  world.holding = [low];
  await pass(10);
  expect([world.reads, server.paths]).toEqual([0, []]);
});

test('who wrote to the bot is listed once, the newest first', async () => {
  const { url, server } = await alertsWorld();
  const chat = (id: number, more: object) => ({ message: { chat: { id, ...more }, text: 'halo' } });
  server.updates = [
    chat(42, { first_name: 'Bu Rina', type: 'private' }),
    { my_chat_member: { chat: { id: -100, title: 'Toko' } } },
    { edited_message: {} },
    chat(42, { first_name: 'Bu Rina' }),
  ];
  const transport = createNodeTransport();
  expect(await findChats(transport, { url, token: botToken })).toEqual({
    outcome: 'found',
    chats: [
      { chat: '42', name: 'Bu Rina' },
      { chat: '-100', name: 'Toko' },
    ],
  });
  const wrong = { url, token: botToken.replace('A', 'B') };
  expect(await findChats(transport, wrong)).toEqual({ outcome: 'wrong_token', chats: [] });
});

test('a disk that takes nothing repeats no alert', async () => {
  const { world, pass, texts, folder } = await alertsWorld();
  // A folder in the file's place.
  mkdirSync(join(folder, 'alerts.json'));
  world.holding = [low];
  await pass(20);
  expect(texts()).toHaveLength(1);
});
