import { sql } from 'kysely';
import type { StoreListener } from '../core/store.ts';
import type { Engine } from './engine.ts';

/** How far a database has come. */
interface Position {
  /** the highest sequence ever issued; 0: none */
  sequence: number;
  /** see Store.directoryVersion */
  version: number;
}

/** Reads the position in one cheap query. */
export function positionReader(engine: Pick<Engine, 'prepare'>): () => Promise<Position> {
  const read = engine.prepare(sql<Position>`
    select w.value as sequence, d.value as version from sequences w cross join sequences d
    where w.name = 'webhook' and d.name = 'directory'`);
  return async () => (await read())[0] ?? { sequence: 0, version: 0 };
}

export type ChangeReporter = ReturnType<typeof createChangeReporter>;

/**
 * Queries changes of other processes, and reports them to the listener.
 * @param start is known already; absent: determined by the first report
 */
export function createChangeReporter(
  engine: Pick<Engine, 'prepare'>,
  listener: Pick<StoreListener, 'onWebhooks' | 'onMailboxesChanged'>,
  start?: Position,
) {
  const readPosition = positionReader(engine);
  const readMailboxes = engine.prepare(sql<{ id: string }>`
    select distinct m.id from webhooks w join mailboxes m on m.number = w.mailbox where w.id > ${0}`);
  let reported = start;
  return {
    /** the last sequence that the listener knows of */
    sequence: (): number => reported?.sequence ?? 0,
    /** The listener has learnt of everything up to this sequence. */
    onReported: (sequence: number): void => {
      if (reported) reported = { ...reported, sequence: Math.max(reported.sequence, sequence) };
    },
    /** Answers the last sequence. */
    report: async (): Promise<number> => {
      const now = await readPosition();
      const before = reported ?? now;
      const mailboxes = now.sequence > before.sequence ? await readMailboxes(before.sequence) : [];
      if (now.version > before.version) listener.onMailboxesChanged();
      if (mailboxes.length > 0) listener.onWebhooks(mailboxes.map(({ id }) => id));
      const known = reported ?? now;
      reported = { sequence: Math.max(known.sequence, now.sequence), version: Math.max(known.version, now.version) };
      return now.sequence;
    },
  };
}
