import { expect, test } from 'vitest';
import { BalanceReader } from '../../../src/main/deposit/balance-reader.ts';
import { counterWorld, lost, type Reply } from '../../support/counter-world.ts';
import { envelope } from '../../support/provider-answers.ts';

const at = '2026-03-10T02:59:00.000Z';
const named = (balance: unknown): Reply => ({ json: envelope({ at, balance }) });

async function reader({ capabilities = ['balance'] }: { capabilities?: string[] } = {}) {
  const world = await counterWorld();
  world.says.capabilities(capabilities);
  world.say('balance', named(980_000));
  const { provider, clock } = world.ports;
  return { ...world, balance: new BalanceReader({ provider, clock, deposit: world.db.deposit }) };
}

test('nothing is asked until a person does', async () => {
  const { balance, times } = await reader();
  expect(await balance.last()).toEqual({ isOffered: true, last: null });
  expect(times('balance')).toBe(0);
});

test('the balance comes with its time and our estimate at that time, which stays', async () => {
  const { balance, db } = await reader();
  await db.deposit.record({ id: null, kind: 'paid_in', amount: 1_000_000, note: null, at });
  const reading = { balance: 980_000, at, estimate: 1_000_000 };
  expect(await balance.read()).toEqual({ ok: true, value: reading });
  await db.deposit.record({ id: null, kind: 'paid_in', amount: 5000, note: null, at });
  expect(await balance.last()).toEqual({ isOffered: true, last: reading });
  expect(await db.deposit.estimate()).toMatchObject({ balance: 1_005_000 });
});

test('a second press within three minutes asks nothing, a later one does', async () => {
  const { balance, say, times, pass } = await reader();
  await Promise.all([balance.read(), balance.read()]);
  say('balance', named(970_000));
  pass(3 * 60_000 - 1);
  expect(await balance.read()).toMatchObject({ value: { balance: 980_000, estimate: null } });
  expect(times('balance')).toBe(1);
  pass(1);
  expect(await balance.read()).toMatchObject({ value: { balance: 970_000 } });
});

test('a service that does not offer it is never asked', async () => {
  const { balance, times } = await reader({ capabilities: ['status'] });
  expect(await balance.last()).toEqual({ isOffered: false, last: null });
  expect(await balance.read()).toMatchObject({ ok: false, error: { code: 'not_configured' } });
  expect(times('balance')).toBe(0);
});

test.each<[string, Reply]>([
  ['no answer', lost],
  ['a text', named('980.000')],
  ['half a rupiah', named(0.5)],
  ['no time', { json: envelope({ balance: 1 }) }],
  ['a refusal', { status: 503, json: { status: 'pending', message: 'Saldo belum dapat dibaca', data: {} } }],
])('%s is no balance, and the one before stays', async (_title, reply) => {
  const { balance, say, pass } = await reader();
  await balance.read();
  say('balance', reply);
  pass(3 * 60_000);
  expect(await balance.read()).toMatchObject({
    ok: false,
    error: { code: 'provider_unreachable', reason: 'no_answer' },
  });
  expect(await balance.last()).toMatchObject({ last: { balance: 980_000 } });
});
