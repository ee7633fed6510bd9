import { once } from 'node:events';
import { expect, test } from 'vitest';
import { mailboxOf, masterKey, named } from '../support/relay.ts';
import { relayCommand, relayCommandBegun } from '../support/relay-process.ts';

test('an interrupted replay is completed by the same command, without loss or duplicates', async () => {
  const { under, receiveAll } = await mailboxOf(5_000);
  const { mailbox, database, sql } = under;
  const env = {
    RELAY_DATABASE_URL: database.engine === 'sqlite' ? `sqlite:${database.path}` : database.url,
    RELAY_MASTER_KEY: masterKey.toString('hex'),
  };
  await receiveAll();
  const command = relayCommandBegun(env, 'mailbox', 'replay', mailbox, '--oldest');
  const gone = once(command, 'exit');
  const first = await receiveAll(60);
  command.kill('SIGKILL');
  await gone;
  const received = [...first, ...(await receiveAll())];
  expect(received).toEqual(named(1, received.length));

  const done = await relayCommand(env, 'mailbox', 'replay', mailbox, '--oldest', '--json');
  expect(JSON.parse(done.stdout)).toEqual({ mailbox, replayed: 5_000 });
  expect(await receiveAll()).toEqual(named(1, 5_000));
  const [row] = await sql('SELECT count(*) AS webhooks, count(DISTINCT fingerprint) AS different FROM webhooks');
  expect([Number(row?.webhooks), Number(row?.different)]).toEqual([5_000, 5_000]);
});
