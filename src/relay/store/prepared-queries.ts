import { type RawBuilder, sql } from 'kysely';
import { checkOf } from '../core/cursor.ts';
import type { MailboxCredentials, MailboxPage, Store, StoredWebhook } from '../core/store.ts';
import type { Engine } from './engine.ts';

/** The ids that can exist; not every engine accepts other text as a value. */
const possibleId = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * The highest sequence ever issued; 0: none. The larger of the newest webhook's and the stored one: PostgreSQL stores each
 * sequence; SQLite, for which that would be one more page per commit, stores those of deleted webhooks.
 */
export const lastSequence: RawBuilder<{ value: number }> = sql`
  select case when newest.id > s.value then newest.id else s.value end as value
  from sequences s cross join (select max(id) as id from webhooks) newest
  where s.name = 'webhook'`;

export type ChangesSince = ReturnType<typeof changesSince>;

/** What changed since an earlier time, in cheap queries. */
export function changesSince(engine: Pick<Engine, 'prepare'>) {
  const readLast = engine.prepare(lastSequence);
  const readVersion = engine.prepare(sql<{ value: number }>`select value from sequences where name = 'directory'`);
  const readMailboxes = engine.prepare(sql<{ id: string }>`
    select distinct m.id from webhooks w join mailboxes m on m.number = w.mailbox where w.id > ${0}`);
  return {
    /** see lastSequence */
    lastSequence: async (): Promise<number> => (await readLast())[0]?.value ?? 0,
    /** see Store.directoryVersion */
    directoryVersion: async (): Promise<number> => (await readVersion())[0]?.value ?? 0,
    /** the mailboxes with webhooks after a sequence */
    mailboxesAfter: async (sequence: number): Promise<string[]> => (await readMailboxes(sequence)).map(({ id }) => id),
  };
}

interface CredentialsRow {
  token_hash: string;
  keyless: number;
  ciphertext: string | null;
  retired_at: string | null;
}

interface PageRow {
  pruned_through: number;
  pruned_check: string | null;
  acked_through: number;
  acked_by: string | null;
  id: number | null;
  fingerprint: string;
  ref: string | null;
  event: string | null;
  signature: string;
  body: Buffer;
  received_at: string;
  /** null unless the page is empty */
  newest: number | null;
}

/** The queries of requests, prepared once. */
export function preparedQueries(engine: Engine): Pick<Store, 'findMailbox' | 'readPage'> {
  const readCredentials = engine.prepare(sql<CredentialsRow>`
    select m.token_hash, m.keyless, s.ciphertext, s.retired_at
    from mailboxes m left join mailbox_secrets s on s.mailbox_id = m.id
    where m.id = ${''} and m.disabled_at is null
    order by s.created_at`);
  // From the cursor's own webhook on, in one statement: one snapshot.
  const readRows = engine.prepare(sql<PageRow>`
    select m.pruned_through, m.pruned_check, m.acked_through, m.acked_by,
      w.id, w.fingerprint, w.ref, w.event, w.signature, w.body, w.received_at,
      case when w.id is null then (select max(n.id) from webhooks n where n.mailbox = m.number) end as newest
    from mailboxes m left join webhooks w on w.mailbox = m.number and w.id >= ${0}
    where m.id = ${''} and m.disabled_at is null
    order by w.id limit ${1}`);
  // A replay has moved these from the sequence, or from before it, to behind it.
  const readRequeued = engine.prepare(sql<{ fingerprint: string; received_at: string }>`
    select w.fingerprint, w.received_at
    from webhooks w join mailboxes m on m.number = w.mailbox
    where m.id = ${''} and w.id > ${0} and w.received_seq <= ${0}`);
  const wasRequeued = async (id: string, sequence: number, check: string): Promise<boolean> =>
    (await readRequeued(id, sequence, sequence)).some(
      ({ fingerprint, received_at: receivedAt }) => checkOf({ fingerprint, receivedAt }) === check,
    );

  return {
    findMailbox: async (id) => (possibleId.test(id) ? toCredentials(await readCredentials(id)) : null),
    readPage: async (id, after, limit, check = null): Promise<MailboxPage | null> => {
      const rows = possibleId.test(id) ? await readRows(after, id, limit + 1) : [];
      const [first] = rows;
      if (!first) return null;
      const all = toWebhooks(rows);
      const atCursor = all[0]?.sequence === after ? all[0] : undefined;
      const webhooks = atCursor === undefined ? all.slice(0, limit) : all.slice(1);
      const { pruned_through: prunedThrough, pruned_check: prunedCheck, acked_through, acked_by } = first;
      const newest = webhooks.at(-1)?.sequence ?? atCursor?.sequence ?? Math.max(first.newest ?? 0, prunedThrough);
      const cursorMatches = async (): Promise<boolean> => {
        if (check === null) return after <= prunedThrough;
        if (atCursor !== undefined) return atCursor.check === check;
        if (after === prunedThrough && prunedCheck !== null) return prunedCheck === check;
        return after <= prunedThrough || (after < newest && (await wasRequeued(id, after, check)));
      };
      const acked = acked_by === null ? undefined : { sequence: acked_through, counter: acked_by };
      return { prunedThrough, prunedCheck, newest, cursorMatches: await cursorMatches(), acked, webhooks };
    },
  };
}

function toCredentials(rows: readonly CredentialsRow[]): MailboxCredentials | null {
  const [first] = rows;
  if (!first) return null;
  const secrets = rows.flatMap(({ ciphertext, retired_at: retiredAt }) =>
    ciphertext === null ? [] : { ciphertext, retiredAt },
  );
  return { tokenHash: first.token_hash, keyless: first.keyless === 1, secrets };
}

const toWebhooks = (rows: readonly PageRow[]): StoredWebhook[] =>
  rows.flatMap(({ id, fingerprint, ref, event, signature, body, received_at: receivedAt }) =>
    id === null
      ? []
      : { sequence: id, check: checkOf({ fingerprint, receivedAt }), ref, event, signature, body, receivedAt },
  );
