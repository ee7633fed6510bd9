import type { Cursors } from './cursor.ts';
import { inBatches, rowsAtOnce } from './in-batches.ts';
import type { MailboxStore } from './mailbox-store.ts';
import type { Clock } from './ports.ts';

export type Replay = { replayed: number; overtaken: boolean } | 'unknown' | 'bad_cursor';

/**
 * Puts what is kept behind a cursor at the end of the mailbox once more, in the order in which it was received, so that the
 * counter's own cursor meets it again: the counter applies each webhook once, however often it comes. What comes meanwhile
 * stands between, and is not moved. Cut short, it has moved the first of them; done again, it moves all of them.
 * @param ask.from null: all that is kept
 * @returns `overtaken`: a later replay of this mailbox has begun, and this one has left the rest to it
 */
export async function replay(
  parts: { store: Pick<MailboxStore, 'takeReplay' | 'placesBehind' | 'moveToEnd'>; cursors: Cursors; clock: Clock },
  ask: { mailbox: string; from: string | null },
): Promise<Replay> {
  const { store, cursors, clock } = parts;
  const { mailbox, from } = ask;
  const after = from === null ? 0 : cursors.read(mailbox, from)?.place;
  if (after === undefined) return 'bad_cursor';
  const turn = await store.takeReplay(mailbox);
  if (turn === null) return 'unknown';
  // Once nobody else moves any: neither what comes from now on nor what this one moves is among them.
  const places = await store.placesBehind(mailbox, after);
  const done = { replayed: 0, overtaken: false };
  let next = 0;
  await inBatches(clock, async () => {
    const moved = await store.moveToEnd(mailbox, { turn, places: places.slice(next, (next += rowsAtOnce)) });
    done.overtaken = moved === null;
    done.replayed += moved ?? 0;
    return moved !== null && next < places.length;
  });
  return done;
}
