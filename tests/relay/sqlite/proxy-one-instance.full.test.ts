import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { caddyVersion, missing, restartableRelay, sendBeside, startCaddy } from '../../support/proxy.ts';
import { secret } from '../../support/relay.ts';
import { newDatabase } from '../../support/relay-databases.ts';
import { relayCommandInProcess } from '../../support/relay-process.ts';
import { soakSize } from '../../support/soak.ts';

const restarts = soakSize({ usual: 2, soak: 10 });

async function oneRelay() {
  const { env } = await newDatabase();
  const creation = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
  const { mailbox } = JSON.parse(creation.stdout) as { mailbox: string };
  return { mailbox, relay: await restartableRelay(env) };
}

test('Caddy before one relay loses no webhook while that is restarted', async ({ skip }) => {
  skip(caddyVersion === null, missing('caddy'));
  const { mailbox, relay } = await oneRelay();
  const { url } = await startCaddy([relay.port]);
  const work = async (): Promise<void> => {
    for (let round = 0; round < restarts; round++) await relay.restart();
  };
  const answers = await sendBeside({ url, mailbox, least: restarts * 20, atOnce: 4 }, work());
  expect(Object.keys(answers)).toEqual(['200']);
});

test('Caddy that has not yet noticed that the relay is gone sends webhooks once it is back', async ({ skip }) => {
  skip(caddyVersion === null, missing('caddy'));
  const { mailbox, relay } = await oneRelay();
  const { url } = await startCaddy([relay.port], (site) =>
    site.replaceAll('health_interval 200ms', 'health_interval 1h'),
  );
  await relay.end('SIGKILL');
  // A webhook on a connection that is just being closed is another fault.
  const remote = new RegExp(`:\\d+ 0100007F:${relay.port.toString(16).toUpperCase().padStart(4, '0')} (?!06)`);
  await vi.waitFor(async () => expect(await readFile('/proc/net/tcp', 'utf8')).not.toMatch(remote));
  const answers = await sendBeside({ url, mailbox, least: 20, atOnce: 4 }, relay.begin());
  expect(Object.keys(answers)).toEqual(['200']);
});
