import { runInChunks } from '../../server/async.ts';
import type { Clock } from '../../server/ports.ts';
import type {
  CommittedSnapshot,
  PostedBatch,
  ShippedBatches,
  ShippedLog,
  ShippingRefused,
} from '../../shared/wire/shipped-log.ts';

/** What a counter shipped, sealed: the relay has no key for it. A method rejects if the database fails, and has then changed nothing. */
export interface ShippedLogStore {
  read(mailbox: string): Promise<ShippedLog>;
  /** Stores a batch that continues the log; one that is stored already is stored once. */
  append(mailbox: string, batch: SealedBatch): Promise<ShippingRefused | null>;
  /** Batches with events after that one, oldest first: about a megabyte of them, one at least. */
  batchesAfter(mailbox: string, after: number): Promise<ShippedBatches>;
  putPart(mailbox: string, snapshotPart: SnapshotPart): Promise<ShippingRefused | null>;
  /** Null: there is none. */
  readPart(mailbox: string, snapshotPart: Omit<SnapshotPart, 'sealed' | 'at'>): Promise<Buffer | null>;
  commitSnapshot(mailbox: string, snapshot: CommittedSnapshot, at: string): Promise<ShippingRefused | null>;
  /** Deletes up to `limit` rows that the snapshot replaces; answers how many. */
  pruneReplaced(mailbox: string, limit: number): Promise<number>;
  /**
   * Deletes up to `limit` batches, and as many parts, of one log that is not read any more: its mailbox was disabled before that time, or
   * is in no shop and has shipped nothing since. Answers whether there may be more.
   * @param request.before ISO 8601 UTC
   */
  pruneRevoked(request: { before: string; limit: number }): Promise<boolean>;
}

export interface SealedBatch extends PostedBatch {
  sealed: Buffer;
  /** ISO 8601 UTC */
  at: string;
}

export interface SnapshotPart {
  snapshot: string;
  part: number;
  sealed: Buffer;
  at: string;
}

/** Few: each may be two megabytes. */
export const rowsPerPrune = 50;

/** The requests of a counter about its log. Who calls them has shown the mailbox's token. */
export function createShippedLog({
  store,
  clock,
  onChanged,
}: {
  store: { shippedLog: ShippedLogStore };
  clock: Clock;
  /** the log of that mailbox was written to */
  onChanged: (mailbox: string) => void;
}) {
  const { shippedLog } = store;
  const now = (): string => new Date(clock.now()).toISOString();
  return {
    read: shippedLog.read,
    batchesAfter: shippedLog.batchesAfter,
    readPart: shippedLog.readPart,
    append: async (mailbox: string, batch: Omit<SealedBatch, 'at'>): Promise<ShippingRefused | null> => {
      const refused = await shippedLog.append(mailbox, { ...batch, at: now() });
      if (refused === null) onChanged(mailbox);
      return refused;
    },
    putPart: (mailbox: string, snapshotPart: Omit<SnapshotPart, 'at'>) =>
      shippedLog.putPart(mailbox, { ...snapshotPart, at: now() }),
    /** Rows that a killed relay leaves behind are deleted after the next snapshot. */
    commitSnapshot: async (mailbox: string, snapshot: CommittedSnapshot): Promise<ShippingRefused | null> => {
      const refused = await shippedLog.commitSnapshot(mailbox, snapshot, now());
      if (refused !== null) return refused;
      onChanged(mailbox);
      await deleteReplaced(store, clock, mailbox);
      return null;
    },
  };
}

/** In short commits, so that webhooks do not wait. */
const deleteReplaced = (
  { shippedLog }: { shippedLog: Pick<ShippedLogStore, 'pruneReplaced'> },
  clock: Pick<Clock, 'after'>,
  mailbox: string,
): Promise<void> =>
  runInChunks(clock, async () => (await shippedLog.pruneReplaced(mailbox, rowsPerPrune)) === rowsPerPrune);
