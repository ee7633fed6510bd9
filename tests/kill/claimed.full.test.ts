import { connect, createServer } from 'node:net';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compareBooks, openKillWorld } from '../support/kill-world.ts';
import { listenLocally } from '../support/local-server.ts';

// Several processes start: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 });

const number = '081234567890';
const listening = (lines: readonly string[]): boolean => lines.includes('listening');

test('killed between its claim and the commit of the sale: it comes back as unknown, and no other counter sends it until a person has decided', async () => {
  const world = await openKillWorld();
  await world.startRelay();
  const [front, back] = await world.openCounters(['front', 'back']);
  const claims = () => {
    const file = new Database(world.relayDatabase, { readonly: true });
    const states = file.prepare('SELECT counter, state FROM claims ORDER BY since').raw().all();
    file.close();
    return states;
  };
  const between = await holdingAnswersToClaims(world.relayUrl);
  const first = await front.start({ KONTER_RELAY_URL: between.url });
  const other = await back.start();
  await Promise.all([first, other].map((counter) => counter.until(listening)));
  first.send(`order TSEL10 ${number}`);
  await between.claimed;
  await first.kill();
  expect(claims()).toEqual([['front', 'unresolved']]);
  other.send(`order TSEL10 ${number}`);
  await other.until((lines) => lines.includes('refused: in_flight'));
  expect(await world.ledger()).toEqual([]);

  between.letThrough();
  const second = await front.start({ KONTER_RELAY_URL: between.url });
  // Whether it left is not known here: an older copy of the folder would look the same.
  await second.until((lines) => lines.includes('unknown'));
  expect(claims()).toContainEqual(['front', 'unresolved']);
  other.send(`order TSEL10 ${number}`);
  await other.until((lines) => lines.filter((line) => line === 'refused: in_flight').length === 2);
  await Promise.all([second.end(), other.end()]);
  expect(await world.ledger()).toEqual([]);
  expect(await compareBooks(world, [front, back])).toEqual([]);
});

/** Passes everything on but the answers to posted claims, which the relay has recorded by then. */
async function holdingAnswersToClaims(relayUrl: string) {
  let holding = true;
  const claimed = Promise.withResolvers<void>();
  const server = createServer((client) => {
    let isClaim = false;
    const relay = connect(Number(new URL(relayUrl).port), '127.0.0.1');
    for (const [one, end] of [
      [client, relay],
      [relay, client],
    ] as const) {
      one.on('error', () => end.destroy()).on('close', () => end.destroy());
    }
    client.on('data', (data) => {
      isClaim = holding && (isClaim || /^POST \S+\/claims /m.test(data.toString('latin1')));
      relay.write(data);
    });
    relay.on('data', (data) => {
      if (isClaim) claimed.resolve();
      else client.write(data);
    });
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${port}`, claimed: claimed.promise, letThrough: () => (holding = false) };
}
