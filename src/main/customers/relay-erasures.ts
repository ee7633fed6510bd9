import type Database from 'better-sqlite3';
import { z } from 'zod';
import { maxErased, type RelayErase } from '../../shared/wire/relay.ts';
import { pluckStatement, statement } from '../db/statements.ts';

const Row = z.object({ seq: z.int(), kind: z.enum(['ref', 'signature']), name: z.string() });

/** A webhook, or all of a sale, that the relay is still to erase. */
export type RelayErasure = z.infer<typeof Row>;

/** Asks the relay to erase webhooks. Null: it was not reached, refused, or does not know the request. */
export type EraseAtRelay = (names: RelayErase, signal: AbortSignal) => Promise<{ kept: number } | null>;

/** The webhooks that the relay is still to erase; nothing in it names a customer. */
export interface RelayErasures {
  /** those of a sale: by its id in the callback address, those that came to another address by signature */
  addSale(saleId: string): void;
  /** the quarantined webhook of an event */
  addWebhook(seq: number): void;
  /** at most one request's, after that seq */
  next(after: number): RelayErasure[];
  remove(erased: readonly RelayErasure[]): void;
  isEmpty(): boolean;
}

export function prepareRelayErasures(db: Database.Database): RelayErasures {
  const sale = statement(
    db,
    `INSERT OR IGNORE INTO relay_erasures (kind, name)
     SELECT 'ref', @id
     UNION SELECT 'signature', data ->> '$.signature' FROM events
     WHERE sale_id = @id AND type LIKE 'webhook.%' AND data ->> '$.ref' IS NOT @id AND data ->> '$.signature' <> ''`,
  );
  const webhook = statement(
    db,
    `INSERT OR IGNORE INTO relay_erasures (kind, name)
     SELECT 'signature', data ->> '$.signature' FROM events WHERE seq = ? AND data ->> '$.signature' <> ''`,
  );
  const select = statement(
    db,
    `SELECT seq, kind, name FROM relay_erasures WHERE seq > ? ORDER BY seq LIMIT ${maxErased}`,
  );
  const remove = statement(db, 'DELETE FROM relay_erasures WHERE seq = ?');
  const any = pluckStatement(db, 'SELECT 1 FROM relay_erasures LIMIT 1');
  return {
    addSale: (id) => void sale().run({ id }),
    addWebhook: (seq) => void webhook().run(seq),
    next: (after) =>
      select()
        .all(after)
        .map((row) => Row.parse(row)),
    remove: (erased) => {
      for (const { seq } of erased) remove().run(seq);
    },
    isEmpty: () => any().get() === undefined,
  };
}

/**
 * Asks the relay for everything that it is still to erase. What it has not erased stays listed: it was not reached, or webhooks
 * are not acknowledged yet.
 */
export async function eraseWaitingAtRelay(
  customers: {
    relayErasures(after: number): Promise<RelayErasure[]>;
    erasedAtRelay(erased: readonly RelayErasure[]): Promise<void>;
  },
  eraseAtRelay: EraseAtRelay,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; ; ) {
    const waiting = await customers.relayErasures(after);
    const last = waiting.at(-1);
    if (!last || signal.aborted) return;
    const named = (kind: RelayErasure['kind']) => waiting.flatMap((each) => (each.kind === kind ? [each.name] : []));
    const answer = await eraseAtRelay({ refs: named('ref'), signatures: named('signature') }, signal);
    if (answer === null) return;
    if (answer.kept === 0) await customers.erasedAtRelay(waiting);
    after = last.seq;
  }
}
