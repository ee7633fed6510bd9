import { createAck } from './ack.ts';
import { newCounts } from './counts.ts';
import { createCursors } from './cursor.ts';
import { createGroupCommit } from './group-commit.ts';
import { createPoll } from './poll.ts';
import type { Clock, Complaints } from './ports.ts';
import { createReaders } from './readers.ts';
import { createReceive } from './receive.ts';
import type { Store } from './store.ts';
import type { Vault } from './vault.ts';

export type Relay = ReturnType<typeof createRelay>;

/** The relay without HTTP and without a disk of its own (docs/adr/0006-relay.md). */
export function createRelay(parts: { store: Store; vault: Vault; clock: Clock; complaints: Complaints }) {
  const { store, clock } = parts;
  const counts = newCounts();
  const cursors = createCursors(store.epoch);
  const readers = createReaders(clock);
  const keep = createGroupCommit({ store, clock, counts, committed: (mailbox) => readers.wake(mailbox) });
  return {
    /** POST /hooks/{mailbox}/{ref}; never rejects */
    receive: createReceive({ ...parts, counts, keep }),
    /** GET /v1/mailboxes/{mailbox}/events; rejects when the database fails */
    poll: createPoll({ store, clock, cursors, readers, counts }),
    /** POST /v1/mailboxes/{mailbox}/ack; rejects when the database fails */
    ack: createAck({ store, cursors }),
    counts: (): Readonly<typeof counts> & { heldPolls: number } => ({ ...counts, heldPolls: readers.count() }),
    /** Answers every held poll with what there is, and holds none from now on. */
    letGo: () => readers.close(),
  };
}
