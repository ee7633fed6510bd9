import { sql } from 'kysely';
import type { RelayErase } from '../../shared/wire/relay.ts';
import { checkOf } from '../core/cursor.ts';
import {
  type MailboxPage,
  maxVariants,
  type Store,
  type StoredWebhook,
  type VariantOutcome,
  type WebhookVariant,
} from '../core/store.ts';
import { changed, type Engine, firstRow, rowsOf, type Tx } from './engine.ts';
import { type MemberRow, memberColumns, shopOf } from './member-row.ts';
import type { Nullable, Row } from './tables.ts';

/** Mailboxes that one commit prunes. */
const mailboxesPerPrune = 50;

type CredentialsRow = Pick<Row<'mailboxes'>, 'token_hash' | 'keyless'> &
  Nullable<Pick<Row<'mailbox_secrets'>, 'ciphertext' | 'retired_at'>>;

/** `id` null: the page is empty, and `newest` is not null. */
type PageRow = Pick<Row<'mailboxes'>, 'pruned_through' | 'pruned_check' | 'acked_through' | 'acked_by'> &
  Omit<MemberRow, 'shopId'> &
  Omit<Row<'webhooks'>, 'id' | 'mailbox' | 'received_seq'> & {
    shopId: string | null;
    id: number | null;
    newest: number | null;
  };

/** Queries of mailboxes and their webhooks for requests and for the retention, prepared once. */
export function webhookRepository(
  engine: Engine,
): Pick<Store, 'findMailbox' | 'readPage' | 'admitReader' | 'appendVariants' | 'erase' | 'prune'> {
  const { db } = engine;
  const readCredentials = engine.prepare(sql<CredentialsRow>`
    select m.token_hash, m.keyless, s.ciphertext, s.retired_at
    from mailboxes m left join mailbox_secrets s on s.mailbox_id = m.id
    where m.id = ${''} and m.disabled_at is null
    order by s.created_at`);
  const readReader = engine.prepare(
    sql<Pick<Row<'mailboxes'>, 'reader'>>`select reader from mailboxes where id = ${''}`,
  );

  return {
    findMailbox: async (id) => {
      const rows = await readCredentials(id);
      const [first] = rows;
      if (!first) return null;
      const secrets = rows.flatMap(({ ciphertext, retired_at: retiredAt }) =>
        ciphertext === null ? [] : { ciphertext, retiredAt },
      );
      return { tokenHash: first.token_hash, keyless: first.keyless === 1, secrets };
    },
    readPage: preparePages(engine),
    admitReader: async (mailbox, { id, takes }) => {
      const [row] = await readReader(mailbox);
      if (row === undefined || row.reader === id) return row !== undefined;
      if (!takes && row.reader !== null) return false;
      const won = await changed(db)`
        update mailboxes set reader = ${id} where id = ${mailbox} and (reader is null or ${Number(takes)} = 1)`;
      return won > 0;
    },
    appendVariants: (variants) =>
      engine.write(async (tx) => {
        // Locks the sequence first, as append does: no two transactions count at once.
        const after = await raiseSequence(tx, variants.length);
        const outcomes: VariantOutcome[] = [];
        for (const [index, variant] of variants.entries()) {
          outcomes.push(await appendVariant(tx, variant, after + index + 1));
        }
        const mailboxes = [...new Set(variants.map(({ mailbox }) => mailbox))];
        await engine.notifyWebhooks?.(tx, { after, to: after + variants.length, mailboxes });
        return outcomes;
      }),
    erase: (mailbox, names) => engine.write((tx) => eraseWebhooks(tx, mailbox, names)),
    prune: preparePruning(engine),
  };
}

/** See Store.readPage. */
function preparePages(engine: Engine): Store['readPage'] {
  // From the cursor's own webhook on, in one statement: one snapshot.
  const readRows = engine.prepare(sql<PageRow>`
    select m.pruned_through, m.pruned_check, m.acked_through, m.acked_by,
      ${sql.raw(memberColumns)},
      w.id, w.fingerprint, w.ref, w.event, w.signature, w.body, w.received_at,
      case when w.id is null then (select max(n.id) from webhooks n where n.mailbox = m.number) end as newest
    from mailboxes m left join shops s on s.number = m.shop
    left join webhooks w on w.mailbox = m.number and w.id >= ${0}
    where m.id = ${''} and m.disabled_at is null
    order by w.id limit ${1}`);
  // A replay has moved these from the sequence, or from before it, to behind it.
  const readRequeued = engine.prepare(sql<{ fingerprint: string; receivedAt: string }>`
    select w.fingerprint, w.received_at as "receivedAt"
    from webhooks w join mailboxes m on m.number = w.mailbox
    where m.id = ${''} and w.id > ${0} and w.received_seq <= ${0}`);
  return async (id, after, limit, check = null): Promise<MailboxPage | null> => {
    const rows = await readRows(after, id, limit + 1);
    const [first] = rows;
    if (!first) return null;
    const all = toWebhooks(rows);
    const atCursor = all[0]?.sequence === after ? all[0] : undefined;
    const webhooks = atCursor === undefined ? all.slice(0, limit) : all.slice(1);
    const { pruned_through: prunedThrough, pruned_check: prunedCheck, acked_through, acked_by } = first;
    const { shopId } = first;
    const newest = webhooks.at(-1)?.sequence ?? atCursor?.sequence ?? Math.max(first.newest ?? 0, prunedThrough);
    const cursorMatches = async (): Promise<boolean> => {
      if (check === null) return after <= prunedThrough;
      if (atCursor !== undefined) return atCursor.check === check;
      if (after === prunedThrough && prunedCheck !== null) return prunedCheck === check;
      if (after <= prunedThrough) return true;
      return after < newest && (await readRequeued(id, after, after)).some((moved) => checkOf(moved) === check);
    };
    const acked = acked_by === null ? undefined : { sequence: acked_through, counter: acked_by };
    const shop = shopId === null ? undefined : shopOf({ ...first, shopId });
    return { prunedThrough, prunedCheck, newest, cursorMatches: await cursorMatches(), acked, shop, webhooks };
  };
}

/** See Store.prune. */
function preparePruning(engine: Engine): Store['prune'] {
  // Found before the commit, which is short therefore. Ordered, so that instances that prune at once do not deadlock.
  const readOverdue = engine.prepare(sql<OverdueMailbox>`
    select m.number, m.acked_through
    from mailboxes m
    join webhooks w on w.id = (select min(o.id) from webhooks o where o.mailbox = m.number)
    where (w.id <= m.acked_through and w.received_at < ${''}) or (w.id > m.acked_through and w.received_at < ${''})
    order by m.number limit ${1}`);
  return async (request) => {
    await sql`delete from signed_variants where last_at < ${request.unackedBefore}`.execute(engine.db);
    const overdue = await readOverdue(request.ackedBefore, request.unackedBefore, mailboxesPerPrune);
    if (overdue.length === 0) return 0;
    return engine.write(async (tx) => {
      let left = request.limit;
      for (const mailbox of overdue) {
        if (left > 0) left -= await pruneMailbox(engine, tx, mailbox, { ...request, limit: left });
      }
      return request.limit - left;
    });
  };
}

const toWebhooks = (rows: readonly PageRow[]): StoredWebhook[] =>
  rows.flatMap(({ id, fingerprint, ref, event, signature, body, received_at: receivedAt }) =>
    id === null
      ? []
      : { sequence: id, check: checkOf({ fingerprint, receivedAt }), ref, event, signature, body, receivedAt },
  );

/** Locks the row of a mailbox before its webhooks, as pruning does: in another order the two could deadlock. */
export async function lockMailbox(tx: Tx, mailbox: string): Promise<number | undefined> {
  const row = await firstRow<{ number: number }>(tx)`
    update mailboxes set pruned_through = pruned_through where id = ${mailbox} returning number`;
  return row?.number;
}

/** See Store.erase. */
async function eraseWebhooks(tx: Tx, mailbox: string, { refs, signatures }: RelayErase) {
  const number = await lockMailbox(tx, mailbox);
  if (number === undefined) return { erased: 0, kept: 0 };
  // A running replay moves webhooks to behind what is acknowledged, and locks them in another order.
  await sql`update replays set generation = generation where mailbox = ${number}`.execute(tx);
  const isIn = (column: 'ref' | 'signature', names: readonly string[]) =>
    names.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join(names)})`;
  const named = sql`mailbox = ${number} and length(body) > 0 and (${isIn('ref', refs)} or ${isIn('signature', signatures)})`;
  const erased = await changed(tx)`
    update webhooks set body = ${Buffer.alloc(0)}, signature = '', ref = null
    where ${named} and id <= (select acked_through from mailboxes where number = ${number})`;
  const rest = await firstRow<{ kept: number }>(tx)`select count(*) as kept from webhooks where ${named}`;
  return { erased, kept: rest?.kept ?? 0 };
}

/** A mailbox whose oldest webhook is past its retention. */
type OverdueMailbox = Pick<Row<'mailboxes'>, 'number' | 'acked_through'>;

/**
 * Deletes a mailbox's oldest webhooks up to the first that is not old, and records how far: a cursor before that is answered "gone".
 * The mailbox is locked first, as for a deletion and an ack.
 */
export async function pruneMailbox(
  engine: Engine,
  tx: Tx,
  { number, acked_through: acked }: OverdueMailbox,
  { ackedBefore, unackedBefore, limit }: Parameters<Store['prune']>[0],
): Promise<number> {
  await sql`select 1 from mailboxes where number = ${number} ${sql.raw(engine.lockClause)}`.execute(tx);
  const oldest = await rowsOf<{ id: number; fingerprint: string; receivedAt: string }>(tx)`
    select id, fingerprint, received_at as "receivedAt" from webhooks
    where mailbox = ${number} order by id limit ${limit}`;
  const end = oldest.findIndex(({ id, receivedAt }) => receivedAt >= (id <= acked ? ackedBefore : unackedBefore));
  const old = end === -1 ? oldest : oldest.slice(0, end);
  const last = old.at(-1);
  if (!last) return 0;
  await sql`delete from webhooks where mailbox = ${number} and id <= ${last.id}`.execute(tx);
  await sql`
    update mailboxes set pruned_through = ${last.id}, pruned_check = ${checkOf(last)}
    where number = ${number} and pruned_through < ${last.id}`.execute(tx);
  return old.length;
}

/** Takes the next sequences, and locks them until the commit. Returns the one before. */
export async function raiseSequence(tx: Tx, count: number): Promise<number> {
  const row = await firstRow<{ before: number }>(tx)`
    update sequences set value = value + ${count} where name = 'webhook' returning value - ${count} as before`;
  return row?.before ?? 0;
}

/** The first variant of each instance and of each start is in no count: recent webhooks are counted themselves. */
const recentWebhooks = 2_000;

/** See Store.appendVariants. */
async function appendVariant(tx: Tx, webhook: WebhookVariant, id: number): Promise<VariantOutcome> {
  const { signedBody, fingerprint, ref, event, signature, receivedAt } = webhook;
  const body = Buffer.from(webhook.body);
  // At least 1: the first variant may not be stored yet. The row keeps the mailbox from being deleted.
  const counted = await firstRow<{ mailbox: number; stored: number }>(tx)`
    insert into signed_variants (mailbox, signed_body, stored, last_at)
    select number, ${signedBody}, 1, ${receivedAt} from mailboxes where id = ${webhook.mailbox}
    on conflict (mailbox, signed_body) do update set last_at = excluded.last_at
    returning mailbox, stored`;
  if (!counted) return 'duplicate';
  const { mailbox } = counted;
  const counts = await firstRow<{ recent: number; copies: number }>(tx)`
    select (select count(*) from webhooks where fingerprint = ${fingerprint}) as copies, (
      select count(*) from webhooks
      where mailbox = ${mailbox} and id > ${id - recentWebhooks} and lower(signature) = ${signature.toLowerCase()} and body = ${body}
    ) as recent`;
  const { recent = 0, copies = 0 } = counts ?? {};
  const stored = Math.max(counted.stored, recent);
  const outcome = copies > 0 ? 'duplicate' : stored >= maxVariants ? 'over_limit' : 'stored';
  if (outcome === 'stored') {
    const row = { id, mailbox, fingerprint, ref, event, signature, body, received_at: receivedAt };
    await tx.insertInto('webhooks').values(row).execute();
  }
  await sql`
    update signed_variants set stored = ${outcome === 'stored' ? stored + 1 : stored}
    where mailbox = ${mailbox} and signed_body = ${signedBody}`.execute(tx);
  return outcome;
}
