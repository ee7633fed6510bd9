/** Decides that a snapshot replaces the log each week, and how much the relay keeps of a counter (ADR 29). */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createSealing } from '../../src/main/base/sealing.ts';
import { systemClock, systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { createTaskRunner } from '../../src/main/db/database-tasks.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { prepareReadBatch } from '../../src/main/log-shipping/log-batch.ts';
import { LogShipping } from '../../src/main/log-shipping/shipping-worker.ts';
import { createShippedLogClient } from '../../src/main/relay-client/index.ts';
import { openRelay } from '../../src/relay/open-relay.ts';
import { createLog } from '../../src/server/log.ts';
import { benchFolder } from '../bench-folder.ts';
import { writeBenchJournal } from '../bench-journal.ts';
import { type Figure, figure, median } from '../figures.ts';
import { againstRawAppend, openRawAppend } from '../raw-append.ts';
import type { Size } from '../size.ts';

const salesPerDay = 500;
const daysPerSnapshot = 7;
/** what a year may take at the relay, with the snapshot that replaces the last one */
const maxMegabytes = 1000;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const Events = z.object({ events: z.array(z.unknown()) });

/**
 * What a year of 500 sales a day costs the relay: two snapshots while one replaces the other, and the batches of the week
 * between them, each event shipped alone. And how fast a log is shipped, over a real relay on this machine and disk.
 */
export async function benchLogShipping(size: Size): Promise<Figure[]> {
  const [rows, shippedEvents] = [size.rows(365 * salesPerDay, 300), size.of(60_000, 300)];
  await using folder = await benchFolder();
  const path = join(folder.path, 'journal.db');
  writeBenchJournal(path, rows);
  const relay = await openRelay({
    database: { engine: 'sqlite', path: join(folder.path, 'relay.db') },
    masterKey: randomBytes(32),
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
  });
  const key = randomBytes(32);
  const clientOf = ({ mailbox, token }: { mailbox: string; token: string }, signal: AbortSignal) =>
    createShippedLogClient({
      transport: nodeSystem.network.transport({ proxy: null }),
      url: relay.url,
      mailbox,
      token,
      signal,
    });
  const { signal } = new AbortController();
  const yearly = await relay.createMailbox({ name: 'a year', secret: null });
  const begun = performance.now();
  const shipping = new LogShipping({
    relayUntil: (ends) => clientOf(yearly, ends),
    logKey: () => key,
    journalPath: path,
    folder: folder.path,
    runTask: createTaskRunner(nodeSystem),
    onOlderJournal: () => undefined,
    relayAheadMs: () => 0,
    clock: systemClock,
    random: systemRandom,
    log: quiet,
  });
  const client = clientOf(yearly, signal);
  let snapshotBytes = 0;
  while (snapshotBytes === 0) {
    await pause(200);
    const answer = await client.read();
    if (answer.kind === 'answered' && answer.value.snapshot) snapshotBytes = answer.value.bytes;
  }
  const snapshotSeconds = (performance.now() - begun) / 1000;
  await shipping.stop();

  const db = connect(path, true);
  const readBatch = prepareReadBatch(db);
  const daily = await relay.createMailbox({ name: 'a day', secret: null });
  const daysClient = clientOf(daily, signal);
  const seal = createSealing(key, daily.mailbox, systemRandom);
  const shippedAt = performance.now();
  let [shipped, aloneBytes] = [0, 0];
  while (shipped < shippedEvents) {
    const batch = readBatch(shipped);
    if (batch === null) break;
    const { first, last, previous, head, plain } = batch;
    const sealed = seal.seal(['batch', first, last, previous, head], plain);
    const answer = await daysClient.append({ first, last, previous, head, tag: head }, sealed);
    if (answer.kind !== 'answered') throw new Error('the relay did not take a batch');
    shipped = last;
  }
  const eventsPerSecond = (shipped / (performance.now() - shippedAt)) * 1000;
  let alone = 0;
  for (let after = 0, batch = readBatch(0); batch !== null && after < 3000; batch = readBatch(after)) {
    for (const event of Events.parse(JSON.parse(Buffer.from(batch.plain).toString())).events) {
      aloneBytes += seal.seal(
        ['batch', 0, 0, '', ''],
        Buffer.from(JSON.stringify({ version: 1, events: [event] })),
      ).length;
      alone += 1;
    }
    after = batch.last;
  }
  db.close();
  using raw = openRawAppend(folder.path);
  const appendMs = median(Array.from({ length: size.of(500, 5) }, () => raw.append()));
  await relay.close();

  const eventsPerSale = 3;
  const weekBytes = (aloneBytes / alone) * eventsPerSale * salesPerDay * daysPerSnapshot;
  const megabytes = (bytes: number): number => bytes / 1e6;
  const about = { bench: 'log-shipping' };
  const limit = { unit: 'MB', baseline: maxMegabytes, against: 'the limit' };
  return [
    figure(
      {
        ...about,
        ...limit,
        metric: `${rows} sales at the relay, at most`,
        ours: megabytes(2 * snapshotBytes + weekBytes),
      },
      { maxRatio: 1 },
    ),
    figure({ ...about, ...limit, metric: 'of it a snapshot', ours: megabytes(snapshotBytes) }),
    figure({ ...about, ...limit, metric: 'of it a week of batches', ours: megabytes(weekBytes) }),
    figure({
      ...about,
      metric: 'events shipped a second',
      unit: '1/s',
      ours: eventsPerSecond,
      baseline: 1000 / appendMs,
      against: `${againstRawAppend} for each`,
    }),
    figure({
      ...about,
      metric: 'snapshot made, checked and shipped',
      unit: 's',
      ours: snapshotSeconds,
      baseline: 60,
      against: 'a minute',
    }),
  ];
}
