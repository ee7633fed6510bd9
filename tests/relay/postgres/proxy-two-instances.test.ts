import { expect, test } from 'vitest';
import {
  caddyBuffers,
  caddyVersion,
  missing,
  nginxVersion,
  restartableRelay,
  sendBeside,
  startCaddy,
  startNginx,
} from '../../support/proxy.ts';
import { secret } from '../../support/relay.ts';
import { newDatabase } from '../../support/relay-databases.ts';
import { relayCommandInProcess } from '../../support/relay-process.ts';
import { soakSize } from '../../support/soak.ts';

const restarts = soakSize({ usual: 2, soak: 10 });

async function twoRelays() {
  const { env } = await newDatabase();
  const creation = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
  const { mailbox } = JSON.parse(creation.stdout) as { mailbox: string };
  const [one, two] = await Promise.all([restartableRelay(env), restartableRelay(env)]);
  const restartInTurn = async (): Promise<void> => {
    for (let round = 0; round < restarts; round++) await [one, two][round % 2]?.restart();
  };
  const killAndBegin = async (): Promise<void> => {
    for (let round = 0; round < restarts; round++) {
      await one.end('SIGKILL');
      await one.begin();
    }
  };
  return { mailbox, ports: [one.port, two.port], restartInTurn, killAndBegin };
}

const size = { least: restarts * 20, atOnce: 4 };

test('Caddy before two relays loses no webhook while they are restarted in turn', async ({ skip }) => {
  skip(caddyVersion === null, missing('caddy'));
  const { mailbox, ports, restartInTurn } = await twoRelays();
  const { url } = await startCaddy(ports);
  const answers = await sendBeside({ url, mailbox, ...size }, restartInTurn());
  expect(Object.keys(answers)).toEqual(['200']);
});

test('nginx before two relays loses no webhook while they are restarted in turn', async ({ skip }) => {
  skip(nginxVersion === null, missing('nginx'));
  const { mailbox, ports, restartInTurn } = await twoRelays();
  const { url } = await startNginx(ports);
  const answers = await sendBeside({ url, mailbox, ...size }, restartInTurn());
  expect(Object.keys(answers)).toEqual(['200']);
});

test('nginx before two relays loses no webhook when one of them is killed', async ({ skip }) => {
  skip(nginxVersion === null, missing('nginx'));
  const { mailbox, ports, killAndBegin } = await twoRelays();
  const { url } = await startNginx(ports);
  const answers = await sendBeside({ url, mailbox, ...size }, killAndBegin());
  expect(Object.keys(answers)).toEqual(['200']);
});

test('Caddy from 2.8 on before two relays loses no webhook when one of them is killed', async ({ skip }) => {
  skip(!caddyBuffers, 'Caddy 2.8 or newer is not installed: the page says what an older one loses');
  const { mailbox, ports, killAndBegin } = await twoRelays();
  const { url } = await startCaddy(ports, (site) =>
    site.replaceAll('health_uri', 'request_buffers 128KiB\nhealth_uri'),
  );
  const answers = await sendBeside({ url, mailbox, ...size }, killAndBegin());
  expect(Object.keys(answers)).toEqual(['200']);
});
