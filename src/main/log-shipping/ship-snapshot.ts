import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createGzip } from 'node:zlib';
import { v7 } from 'uuid';
import type { Sealing } from '../base/sealing.ts';
import type { Clock, Log, Random } from '../base/system.ts';
import type { Head } from '../db/sales-store.ts';
import type { ShippedLogAtRelay, ShippingAnswer } from '../relay-client/index.ts';

/** The file goes when it is shipped. */
export interface CopiedDatabase {
  path: string;
  head: Head;
}

interface ShipSnapshot {
  relay: ShippedLogAtRelay;
  seal: Sealing;
  terminal: string;
  /** replaces what was shipped of a history that the journal has left */
  restart: boolean;
  /** ships the events of meanwhile; answers the last that the relay has */
  shipAll(): Promise<number>;
  clock: Clock;
  random: Random;
  log: Log;
  signal: AbortSignal;
}

/** On a slow line a part is sent within the time that the relay waits for a request. */
const partBytes = 192 * 1024;
const tries = 5;
const pauseMs = 3000;

/**
 * Ships a copy of the whole database, compressed: one size a week, in whole parts, says nothing of a single customer.
 * @returns whether the relay has all of it
 */
export async function shipSnapshot(ask: ShipSnapshot, { path, head }: CopiedDatabase): Promise<boolean> {
  const { relay, seal, terminal, restart, shipAll, clock, random, log, signal } = ask;
  const patiently = async (send: () => Promise<ShippingAnswer<null>>): Promise<boolean> => {
    for (let left = tries; left > 0 && !signal.aborted; left -= 1) {
      const answer = await send();
      if (answer.kind === 'answered') return true;
      if (answer.kind === 'refused') return false;
      await clock.sleep(pauseMs, signal);
    }
    return false;
  };
  const id = v7({ msecs: clock.now(), random: random.bytes(16) });
  try {
    let parts = 0;
    for await (const plain of chunksOf(createReadStream(path).pipe(createGzip()), partBytes)) {
      const sealed = seal.seal(['snapshot', id, parts], plain);
      const part = parts;
      if (!(await patiently(() => relay.uploadPart(id, part, sealed)))) return false;
      parts += 1;
      await shipAll();
    }
    if ((await shipAll()) < head.seq) return false;
    const tag = seal.tag(terminal, head);
    const snapshot = { id, through: head.seq, head: head.hash, parts, tag, restart };
    const done = await patiently(() => relay.commitSnapshot(snapshot));
    if (done) log.info('a snapshot was shipped', { parts, events: head.seq });
    return done;
  } finally {
    await rm(path, { force: true });
  }
}

/** The stream in pieces of that size; the last one may be smaller. */
async function* chunksOf(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    gathered.push(chunk);
    size += chunk.length;
    while (size >= bytes) {
      const all = Buffer.concat(gathered);
      yield all.subarray(0, bytes);
      gathered = [all.subarray(bytes)];
      size -= bytes;
    }
  }
  if (size > 0) yield Buffer.concat(gathered);
}
