import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Acked } from '../../core/store.ts';
import type { Engine } from '../engine.ts';
import { epochOf } from '../epoch.ts';
import { migrate } from '../migrate.ts';
import { type Since, sinceOf } from '../since.ts';
import type { Tables } from '../tables.ts';
import { type Ask, onAnyLine } from './any-line.ts';
import { preparedAppend } from './append.ts';
import { numbersArray, textArray } from './array-text.ts';
import { askedAgain } from './asked-again.ts';
import { preparedDrop } from './drop.ts';
import { listenToCopies } from './ears.ts';
import { openLines } from './lines.ts';
import { preparedMoveToEnd } from './move-to-end.ts';
import { announceCame, announceChange, tellUnverified } from './notices.ts';
import { inOneLine } from './one-line.ts';
import { openPatientLine, openPool } from './pool.ts';
import { readElsewhere, turnTaker } from './turns.ts';

/** The rows are locked in one order, so that copies never wait for each other in a circle. */
const statement = `
  with heard as (
    select m.number, asked.place, asked.counter
    from unnest($1::text[], $2::bigint[], $3::text[]) as asked (id, place, counter)
    cross join lateral (select number from mailboxes where mailboxes.id = asked.id limit 1) m
  ), locked as (
    select number from mailboxes where number in (select number from heard) order by number for no key update
  )
  update mailboxes m set acked_to = heard.place, acked_by = heard.counter
  from heard join locked using (number)
  where m.number = heard.number and m.acked_to < heard.place`;

/** Any number that nobody else in this database locks. */
const startingLock = 5_668_371_142;
/** Lines for reading, and for what is changed by command. */
const readers = 8;
/** The safety net under notices. */
const lookEveryMs = 3_000;
/** How long the database may take over a goodbye. */
const goodbyeMs = 500;

/** Opens the database, migrated, and answers it with its epoch. Copies that start at once do this one after the other. */
export async function openPostgres(url: string): Promise<{ engine: Engine; epoch: string }> {
  const epoch = await prepareDatabase(url);
  return { engine: await engineOver(url), epoch };
}

async function prepareDatabase(url: string): Promise<string> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPatientLine(url) }) });
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${startingLock})`.execute(tx);
      await migrate(tx, 'postgres');
      return epochOf(tx);
    });
  } finally {
    await db.destroy();
  }
}

const startOf = async (since: Since) => ({ place: await since.last(), version: await since.version() });

async function engineOver(url: string): Promise<Engine> {
  const copy = randomBytes(8).toString('hex');
  const lines = openLines();
  const pool = openPool(url, readers, { lines });
  // A line of its own: webhooks never queue behind who reads.
  const appending = openPool(url, 1, { pipeline: true, lines });
  const ask = onAnyLine(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let prepared = 0;
  let stopListening = async (): Promise<void> => undefined;
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const late = setTimeout(lines.cut, goodbyeMs);
    await stopListening();
    await Promise.all([db.destroy(), appending.end()]);
    clearTimeout(late);
  };

  const prepare: Engine['prepare'] = <Row>(query: { compile(): { sql: string } }) => {
    const { sql: text } = query.compile();
    const name = `konter_${(prepared += 1)}`;
    return askedAgain(async (...values) => (await ask<Row & object>({ name, text, values })).rows, readers);
  };
  const since = sinceOf({ db, prepare });
  const start = await startOf(since).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  return {
    db,
    prepare,
    appendsAtOnce: 2,
    // What was kept already is passed over.
    append: askedAgain(preparedAppend(inOneLine(appending), copy), 1),
    // What was moved already stands at another place.
    moveToEnd: askedAgain(preparedMoveToEnd(ask, copy), readers),
    ack: askedAgain(preparedAck(ask), readers),
    drop: preparedDrop(ask),
    take: turnTaker(ask, copy, readers),
    write: (work) => db.transaction().execute(work),
    announceChange: (tx) => announceChange(tx, copy),
    tellUnverified: (mailbox, webhooks) => tellUnverified(db, copy, mailbox, webhooks),
    announceCame: (tx, came) => announceCame(tx, copy, came),
    listen: (ears, complaints) => {
      const read = () => readElsewhere(pool, copy);
      const parts = { url, lines, copy, since, start, everyMs: lookEveryMs, complaints, readElsewhere: read };
      stopListening = listenToCopies(parts, ears);
    },
    giveUp: lines.cut,
    close: () => (closed ??= close()),
  };
}

/** Remembers all of them in one commit. */
function preparedAck(ask: Ask): (acks: readonly Acked[]) => Promise<void> {
  return async (acks) => {
    // Of two for one mailbox the further one.
    const furthest = new Map<string, Acked>();
    for (const ack of acks) {
      if (ack.place > (furthest.get(ack.mailbox)?.place ?? 0)) furthest.set(ack.mailbox, ack);
    }
    const all = [...furthest.values()];
    const values = [
      textArray(all.map(({ mailbox }) => mailbox)),
      numbersArray(all.map(({ place }) => place)),
      textArray(all.map(({ counter }) => counter ?? null)),
    ];
    await ask({ name: 'ack', text: statement, values });
  };
}
