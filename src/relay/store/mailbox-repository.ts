import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isOfRoster, rosterPrefix, startPrefix } from '../../shared/wire/shop.ts';
import { restoreOfLeft } from '../core/claims.ts';
import type { Joining, MailboxState, MailboxStore, NewMailbox, Rotation } from '../core/store.ts';
import { changed, type Engine, firstRow, rowsOf, type Tx } from './engine.ts';
import { deleteShipped } from './shipped-log-repository.ts';
import { lockMailbox, raiseSequence } from './webhook-repository.ts';

/** The commands' access to mailboxes. */
export function mailboxRepository(engine: Engine): MailboxStore {
  const { db } = engine;
  const change = <Result>(work: (tx: Tx) => Promise<Result>) => changeDirectory(engine, work);
  const update = (
    mailbox: string,
    to: { token_hash: string; token_at: string } | { disabled_at: string | null },
  ): Promise<boolean> =>
    change((tx) =>
      changeCounters(engine, tx, mailbox, async () => {
        const updated = await tx.updateTable('mailboxes').set(to).where('id', '=', mailbox).executeTakeFirst();
        return updated.numUpdatedRows > 0n;
      }),
    );
  return {
    createMailbox: (mailbox) => change((tx) => createMailbox(engine, tx, mailbox)),
    listMailboxes: (now) => listMailboxes(db, now),
    rotateSecret: (mailbox, request) => change((tx) => rotateSecret(tx, mailbox, request)),
    retireSecrets: (mailbox, now) =>
      change(async (tx) => {
        const row = await tx.selectFrom('mailboxes').select('id').where('id', '=', mailbox).executeTakeFirst();
        if (!row) return null;
        // Deleted, not marked as retired: a relay whose clock is behind would still accept it.
        const retired = await rowsOf<{ until: string }>(tx)`
          delete from mailbox_secrets where mailbox_id = ${mailbox} and retired_at is not null
          returning retired_at as until`;
        return retired.filter(({ until }) => until > now).length;
      }),
    rotateToken: (mailbox, tokenHash, at) => update(mailbox, { token_hash: tokenHash, token_at: at }),
    setDisabled: (mailbox, at) => update(mailbox, { disabled_at: at }),
    deleteMailbox: (mailbox) => change((tx) => changeCounters(engine, tx, mailbox, () => deleteMailbox(tx, mailbox))),
    deleteWebhooks: (mailbox, limit) => engine.write((tx) => deleteWebhooks(tx, mailbox, limit)),
    deleteShipped: (mailbox, limit) => engine.write((tx) => deleteShipped(tx, mailbox, limit)),
    // A single statement: no lock waits for a round trip.
    beginReplay: async (mailbox) => {
      const row = await firstRow<{ generation: number }>(db)`
        insert into replays (mailbox, generation) select number, 1 from mailboxes where id = ${mailbox}
        on conflict (mailbox) do update set generation = replays.generation + 1
        returning generation`;
      return row?.generation ?? null;
    },
    sequencesAfter: async (mailbox, after) => {
      const rows = await rowsOf<{ id: number }>(db)`
        select w.id from webhooks w join mailboxes m on m.number = w.mailbox
        where m.id = ${mailbox} and w.id > ${after} and length(w.body) > 0
        order by coalesce(w.received_seq, w.id)`;
      return rows.map(({ id }) => id);
    },
    requeue: (mailbox, request) => engine.write((tx) => requeue(engine, tx, mailbox, request)),
    beginEpoch: (epoch, now) =>
      change(async (tx) => {
        await sql`update metadata set value = ${epoch} where name = 'epoch'`.execute(tx);
        // Those that the copy lacks were read by some: their numbers must not name others. A shop posts less than one a second.
        const least = Math.floor(now / 1000);
        await sql`update shops set notices = ${least} where notices < ${least}`.execute(tx);
        // Those of the copy may be gone, and every counter would be refused.
        await sql`update mailboxes set reader = null`.execute(tx);
        // Only the counters know what was claimed since the copy.
        await sql`update shops set restore_id = ${hash('sha256', epoch).slice(0, 16)}`.execute(tx);
      }),
    beginStart: (id) => change((tx) => beginStart(tx, id)),
    endStart: (id, isRunning) => change((tx) => endStart(tx, id, isRunning)),
  };
}

/** With `m` for the mailbox. */
export const roleColumn = sql<MailboxState['role']>`case when m.office = 1 then 'office' else 'counter' end as role`;

/** A transaction that changes the directory. Raising its version first puts concurrent commands in order. */
export const changeDirectory = <Result>(engine: Engine, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  engine.write(async (tx) => {
    await markDirectoryChanged(engine, tx);
    return work(tx);
  });

/** Part of each transaction that changes a mailbox or its secrets: relays then refresh their caches. */
export async function markDirectoryChanged(engine: Engine, tx: Tx): Promise<void> {
  await sql`update sequences set value = value + 1 where name = 'directory'`.execute(tx);
  await engine.notifyMailboxesChanged?.(tx);
}

/** Locks a shop, as each transaction about its claims does. */
export async function lockShop(engine: Engine, tx: Tx, id: string): Promise<number | undefined> {
  const row = await firstRow<{ number: number }>(tx)`
    select number from shops where id = ${id} ${sql.raw(engine.lockClause)}`;
  return row?.number;
}

/** The number of the shop, if a mailbox of that name may join it. */
export async function canJoin(
  engine: Engine,
  tx: Tx,
  shop: string,
  name: string,
): Promise<number | Exclude<Joining, 'joined'>> {
  const number = await lockShop(engine, tx, shop);
  if (number === undefined) return 'unknown_shop';
  const rows = await rowsOf(tx)`select 1 from mailboxes where shop = ${number} and name = ${name}`;
  return rows.length === 0 ? number : 'name_taken';
}

/**
 * Changes a mailbox, and with it its shop's counters: a shop that it leaves or joins has another roster after it. One that goes before it has
 * compared may have open sales that no copy has: a supervisor ends that wait, as of counters that the copy lacks. Shops are locked before
 * mailboxes everywhere.
 */
export async function changeCounters<T>(engine: Engine, tx: Tx, mailbox: string, work: () => Promise<T>): Promise<T> {
  const shopOf = (lock: string) => firstRow<{ number: number }>(tx)`
    select number from shops where number = (select shop from mailboxes where id = ${mailbox}) ${sql.raw(lock)}`;
  const waiting = () => firstRow<{ shop: number; restore: string }>(tx)`
    select s.number as shop, s.restore_id as restore from mailboxes m join shops s on s.number = m.shop
    where m.id = ${mailbox} and m.office = 0 and m.disabled_at is null and s.restore_id is not null
      and (m.compared is null or m.compared <> s.restore_id)`;
  const before = await shopOf(engine.lockClause);
  const uncompared = await waiting();
  const result = await work();
  const after = await shopOf('');
  if (uncompared && (await waiting())?.shop !== uncompared.shop)
    await sql`
      update shops set restore_id = ${restoreOfLeft(uncompared.restore)} where number = ${uncompared.shop}`.execute(tx);
  for (const shop of new Set([before?.number, after?.number])) if (shop !== undefined) await nameRoster(tx, shop);
  return result;
}

/** By chance, not by what it has: a shop that has the same counters again may have had others in between. */
async function nameRoster(tx: Tx, shop: number): Promise<void> {
  const roster = randomBytes(8).toString('hex');
  await sql`update shops set roster = ${roster} where number = ${shop}`.execute(tx);
  await sql`insert into shop_rosters (shop, roster) values (${shop}, ${roster})`.execute(tx);
}

async function createMailbox(
  engine: Engine,
  tx: Tx,
  { id, name, tokenHash, ciphertext, createdAt, shop: shopId, role = 'counter' }: NewMailbox,
): Promise<Joining> {
  const shop = shopId === undefined ? null : await canJoin(engine, tx, shopId, name);
  if (typeof shop === 'string') return shop;
  const office = Number(role === 'office');
  const keyless = Number(ciphertext === null && role === 'counter');
  const row = {
    id,
    name,
    token_hash: tokenHash,
    keyless,
    office,
    created_at: createdAt,
    disabled_at: null,
    shop,
    compared: null,
  };
  await changeCounters(engine, tx, id, () => tx.insertInto('mailboxes').values(row).execute());
  if (ciphertext !== null) await insertSecret(tx, id, ciphertext, createdAt);
  return 'joined';
}

async function listMailboxes(db: Tx, now: string): Promise<MailboxState[]> {
  const rows = await rowsOf<
    Omit<MailboxState, 'secrets' | 'disabled' | 'keyless'> & { disabled: number; keyless: number }
  >(db)`
    select m.id, m.name, m.created_at as "createdAt", coalesce(m.token_at, m.created_at) as "tokenAt", m.keyless, ${roleColumn},
      (select s.id from shops s where s.number = m.shop) as shop,
      case when m.disabled_at is null then 0 else 1 end as disabled,
      (select count(*) from webhooks w where w.mailbox = m.number) as kept,
      (select count(*) from webhooks w where w.mailbox = m.number and w.id > m.acked_through) as unacked
    from mailboxes m order by m.created_at, m.id`;
  const secrets = await rowsOf<{ mailbox: string; createdAt: string; retiresAt: string | null }>(db)`
    select mailbox_id as mailbox, created_at as "createdAt", retired_at as "retiresAt" from mailbox_secrets
    where retired_at is null or retired_at > ${now} order by created_at`;
  const byMailbox = Map.groupBy(secrets, ({ mailbox }) => mailbox);
  return rows.map(({ disabled, keyless, ...row }) =>
    Object.assign(row, {
      disabled: disabled === 1,
      keyless: keyless === 1,
      secrets: (byMailbox.get(row.id) ?? []).map(({ createdAt, retiresAt }) => ({ createdAt, retiresAt })),
    }),
  );
}

const insertSecret = (tx: Tx, mailbox: string, ciphertext: string, at: string) =>
  sql`insert into mailbox_secrets (mailbox_id, ciphertext, created_at) values (${mailbox}, ${ciphertext}, ${at})`.execute(
    tx,
  );

/** Adds a secret, retires the one in force, and deletes those that are over. */
async function rotateSecret(
  tx: Tx,
  mailbox: string,
  request: { ciphertext: string; now: string; oldUntil: string },
): Promise<Rotation> {
  const { ciphertext, now, oldUntil } = request;
  const row = await tx
    .selectFrom('mailboxes')
    .select(['keyless', 'office'])
    .where('id', '=', mailbox)
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (row.office === 1) return 'office';
  if (row.keyless === 1) return 'keyless';
  await sql`delete from mailbox_secrets where mailbox_id = ${mailbox} and retired_at <= ${now}`.execute(tx);
  const retiring = await rowsOf(tx)`
    select 1 from mailbox_secrets where mailbox_id = ${mailbox} and retired_at is not null`;
  if (retiring.length > 0) return 'rotating';
  // One that ends at once is deleted: a relay whose clock is behind would still accept it.
  if (oldUntil > now)
    await sql`update mailbox_secrets set retired_at = ${oldUntil} where mailbox_id = ${mailbox}`.execute(tx);
  else await sql`delete from mailbox_secrets where mailbox_id = ${mailbox}`.execute(tx);
  await insertSecret(tx, mailbox, ciphertext, now);
  return 'rotated';
}

/** See MailboxStore.deleteWebhooks. Records how far: a mailbox that is enabled again reports the gap. */
async function deleteWebhooks(tx: Tx, mailbox: string, limit: number): Promise<number> {
  const number = await lockMailbox(tx, mailbox);
  if (number === undefined) return 0;
  const deleted = await rowsOf<{ id: number }>(tx)`
    delete from webhooks where id in (select id from webhooks where mailbox = ${number} order by id limit ${limit})
    returning id`;
  const last = deleted.reduce((max, { id }) => Math.max(max, id), 0);
  // A check of an older prune is another webhook's.
  await sql`
    update mailboxes set pruned_through = ${last}, pruned_check = null
    where number = ${number} and pruned_through < ${last}`.execute(tx);
  return deleted.length;
}

/** Deletes a mailbox and the rest of its webhooks, without delaying appends to others. */
async function deleteMailbox(tx: Tx, mailbox: string): Promise<boolean> {
  const number = await lockMailbox(tx, mailbox);
  if (number === undefined) return false;
  const empty = () => sql`delete from webhooks where mailbox = ${number}`.execute(tx);
  await empty();
  await sql`delete from mailbox_secrets where mailbox_id = ${mailbox}`.execute(tx);
  await sql`delete from mailboxes where id = ${mailbox}`.execute(tx);
  // On PostgreSQL the deletion has waited for a running append, and later ones do not find the mailbox.
  await empty();
  return true;
}

/** See MailboxStore.requeue. */
async function requeue(
  engine: Engine,
  tx: Tx,
  mailbox: string,
  { generation, sequences }: { generation: number; sequences: readonly number[] },
): Promise<number | null> {
  // Locks the sequence first, as an append does.
  const after = await raiseSequence(tx, sequences.length);
  await engine.notifyWebhooks?.(tx, { after, to: after + sequences.length, mailboxes: [mailbox] });
  // Locks the replay: none begins while this one moves. If a later one has begun, nothing is moved.
  const replay = await firstRow<{ number: number }>(tx)`
    update replays set generation = generation
    where generation = ${generation} and mailbox = (select number from mailboxes where id = ${mailbox})
    returning mailbox as number`;
  if (!replay) return null;
  if (sequences.length === 0) return 0;
  const moves = sql.join(sequences.map((sequence, index) => sql.raw(`(${sequence}, ${after + index + 1})`)));
  // The + makes SQLite look up each webhook by its id, instead of a scan of the mailbox.
  return changed(tx)`
    update webhooks set id = moved.column2, received_seq = coalesce(received_seq, webhooks.id)
    from (values ${moves}) as moved
    where webhooks.id = moved.column1 and +webhooks.mailbox = ${replay.number} and length(webhooks.body) > 0`;
}

/** See MailboxStore.beginStart. */
async function beginStart(tx: Tx, id: string): Promise<void> {
  // In a file that was put back these may be gone, and every counter would be refused.
  await sql`update mailboxes set reader = null`.execute(tx);
  // That of a relay which did not live until its end.
  await sql`update shops set restore_id = null where restore_id like ${`${startPrefix}%`}`.execute(tx);
  // Also that of a single counter: it may have had more since the copy, as it then says.
  await sql`update shops set restore_id = ${id} where restore_id is null`.execute(tx);
  // What a counter compared after a restore that lasts it may have said to the database from which this one was copied.
  const lasting = await rowsOf<{ number: number; restore: string }>(tx)`
    select number, restore_id as restore from shops where restore_id <> ${id}`;
  for (const { number, restore } of lasting) {
    const nextId = `${isOfRoster(restore) ? rosterPrefix : ''}${hash('sha256', `${id} ${restore}`).slice(0, 16)}`;
    await sql`update shops set restore_id = ${nextId} where number = ${number}`.execute(tx);
  }
}

/** See MailboxStore.endStart. */
async function endStart(tx: Tx, id: string, isRunning: (mailbox: string) => boolean): Promise<void> {
  const waiting = await rowsOf<{ mailbox: string; shop: number }>(tx)`
    select m.id as mailbox, s.number as shop from shops s join mailboxes m on m.shop = s.number
    where s.restore_id = ${id} and m.office = 0 and m.disabled_at is null and (m.compared is null or m.compared <> ${id})`;
  const lasting = hash('sha256', id).slice(0, 16);
  for (const shop of new Set(waiting.flatMap((one) => (isRunning(one.mailbox) ? one.shop : [])))) {
    await sql`update shops set restore_id = ${lasting} where number = ${shop}`.execute(tx);
    await sql`update mailboxes set compared = ${lasting} where shop = ${shop} and compared = ${id}`.execute(tx);
  }
  // Those that are off are not waited for any longer, by whichever shop.
  for (const { mailbox } of waiting.filter((one) => !isRunning(one.mailbox)))
    await sql`update mailboxes set compared = ${lasting} where id = ${mailbox}`.execute(tx);
  await sql`update shops set restore_id = null where restore_id = ${id}`.execute(tx);
}
