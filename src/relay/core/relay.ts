import { createAck } from './ack.ts';
import { createAdmit } from './admit.ts';
import { type Gauges, newCounts } from './counts.ts';
import { createCursors } from './cursor.ts';
import { createDirectory } from './directory.ts';
import { createGroupCommit } from './group-commit.ts';
import { createPoll } from './poll.ts';
import type { Clock, Complaints } from './ports.ts';
import { createReaders } from './readers.ts';
import { createReceive } from './receive.ts';
import { type KeptFor, keepTidy } from './retention.ts';
import type { Ears, Store } from './store.ts';
import { createUnverifiedWebhooks } from './unverified.ts';
import { createVariants } from './variants.ts';
import type { Vault } from './vault.ts';

export type Relay = ReturnType<typeof createRelay>;

const unheard: Gauges = { committed: () => undefined, delivered: () => undefined };

/** The relay without HTTP and without a disk of its own (docs/adr/0006-relay.md). */
export function createRelay(parts: {
  store: Store;
  vault: Vault;
  clock: Clock;
  complaints: Complaints;
  gauges?: Gauges;
}) {
  const { store, clock, complaints, gauges = unheard } = parts;
  const counts = newCounts();
  const cursors = createCursors(() => store.epoch);
  const readers = createReaders(clock);
  const directory = createDirectory(parts);
  const admit = createAdmit(directory);
  const wake = (mailbox: string): Promise<void> | null => readers.wake(mailbox);
  const unverified = createUnverifiedWebhooks({
    clock,
    complaints,
    tell: store.tellUnverified,
    wake: (mailbox) => void wake(mailbox),
  });
  const keepFirst = createGroupCommit({ store, clock, counts, gauges, wake });
  const keep = createVariants({ store, soon: clock.soon, wake, keepFirst });
  const came = (mailboxes: readonly string[]): void => {
    for (const mailbox of mailboxes) void wake(mailbox);
  };
  const taken: Ears['taken'] = (mailboxes) => {
    for (const { mailbox, turn } of mailboxes) readers.taken(mailbox, turn);
  };
  store.listen({ came, taken, changed: directory.changed, unverified: unverified.replace }, complaints);
  return {
    /** POST /hooks/{mailbox}/{ref}; never rejects */
    receive: createReceive({ directory, clock, counts, complaints, unverified, keep }),
    /** GET /v1/mailboxes/{mailbox}/events; rejects when the database fails */
    poll: createPoll({ store, admit, clock, cursors, readers, unverified, counts, gauges }),
    /** POST /v1/mailboxes/{mailbox}/ack; rejects when the database fails */
    ack: createAck({ store, admit, cursors, clock }),
    counts: (): Readonly<typeof counts> & { heldPolls: number } => ({ ...counts, heldPolls: readers.count() }),
    /** Drops what is too old from now on, once an hour; returns how to stop it. */
    keepTidy: (keptFor: KeptFor, told: (dropped: number) => void): (() => void) =>
      keepTidy({
        store,
        clock,
        complaints,
        keptFor,
        told: (dropped) => {
          counts.dropped += dropped;
          told(dropped);
        },
      }),
    /** Answers every held poll with what there is, and holds none from now on. */
    letGo: () => readers.close(),
  };
}
