import type Database from 'better-sqlite3';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { NewWebhook } from '../../core/store.ts';
import { maxVariants } from '../../core/variants.ts';
import { lastPlace } from '../places.ts';
import type { Tables } from '../tables.ts';

/** Appends in one durable commit, all or nothing; answers how many were new. To be called while no other transaction runs. */
export function preparedAppend(
  file: Database.Database,
  db: Kysely<Tables>,
): (webhooks: readonly NewWebhook[]) => number {
  const last = file.prepare<[string], number>(lastPlace(db).compile().sql).pluck();
  const count = file.prepare<[number, string]>(
    db.updateTable('counters').set({ value: 0 }).where('name', '=', 'place').compile().sql,
  );
  const insert = file.prepare<[number, ...Columns]>(insertion(db));
  const insertUnlessFull = file.prepare<[number, ...GuardedColumns]>(insertion(db, true));
  const hasFull = file.prepare<[], number>(anyFull(db)).pluck();
  const insertNext = file.prepare<['place', ...GuardedColumns]>(insertionOfOne(db));
  // One writer at a time: the last place is the last until the commit.
  const appendAll = file.transaction((webhooks: readonly NewWebhook[]): number => {
    let place = last.get('place') ?? 0;
    let fresh = 0;
    // Almost never: the look at its own body would cost each webhook a seventh of its insertion.
    const isGuarded = hasFull.get() !== undefined;
    for (const webhook of webhooks) {
      place += 1;
      const { changes } = isGuarded
        ? insertUnlessFull.run(place, ...guardedColumnsOf(webhook))
        : insert.run(place, ...columnsOf(webhook));
      fresh += changes;
    }
    // What was passed over had a place too, as on PostgreSQL.
    if (fresh < webhooks.length) count.run(place, 'place');
    return fresh;
  });
  /** One statement is a commit by itself, without the three that a transaction takes more. False where it kept nothing, which is not said why. */
  const appendNext = (webhook: NewWebhook): boolean =>
    insertNext.run('place', ...guardedColumnsOf(webhook)).changes === 1;
  return (webhooks) => {
    const [first, ...others] = webhooks;
    return first && others.length === 0 && appendNext(first) ? 1 : appendAll.immediate(webhooks);
  };
}

type Columns = [string, string | null, string | null, string, Uint8Array, string, string];
/** and the signed body */
type GuardedColumns = [...Columns, string];

const columnsOf = ({ fingerprint, ref, event, signature, body, receivedAt, mailbox }: NewWebhook): Columns => [
  fingerprint,
  ref,
  event,
  signature,
  body,
  receivedAt,
  mailbox,
];
const guardedColumnsOf = (webhook: NewWebhook): GuardedColumns => [
  ...columnsOf(webhook),
  webhook.signature.toLowerCase(),
];

const columns = ['id', 'fingerprint', 'ref', 'event', 'signature', 'body', 'received_at', 'mailbox'] as const;

/** Of all mailboxes, by an index that holds nothing else. */
const anyFull = (db: Kysely<Tables>): string =>
  db
    .selectFrom('signed_variants')
    .select((of) => of.lit(1).as('one'))
    .where('stored', '>=', (of) => of.lit(maxVariants))
    .limit((of) => of.lit(1))
    .compile().sql;

/** The body of the webhook has not come with as many refs and event names as it may (append-variants.ts). */
const mayComeAgain = (of: ExpressionBuilder<Tables, 'mailboxes'>) =>
  of.not(
    of.exists(
      of
        .selectFrom('signed_variants as v')
        .select(of.lit(1).as('one'))
        .whereRef('v.mailbox', '=', 'mailboxes.number')
        .where('v.signed_body', '=', '')
        .where('v.stored', '>=', of.lit(maxVariants)),
    ),
  );

/** Passes over what is kept already, and what is for a mailbox that was deleted meanwhile. */
const insertion = (db: Kysely<Tables>, isGuarded = false): string =>
  db
    .insertInto('webhooks')
    .columns(columns)
    .expression((of) =>
      of
        .selectFrom('mailboxes')
        .select([
          of.val(0).as('id'),
          of.val('').as('fingerprint'),
          of.val('').as('ref'),
          of.val('').as('event'),
          of.val('').as('signature'),
          of.val(Buffer.alloc(0)).as('body'),
          of.val('').as('received_at'),
          'mailboxes.number as mailbox',
        ])
        .where('mailboxes.id', '=', '')
        .$if(isGuarded, (asked) => asked.where(mayComeAgain)),
    )
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .compile().sql;

/**
 * The same of one alone, at the next place. A select that asks the very table for that place is first written down elsewhere
 * whole, which values are not. Without a mailbox the row has none, and is ignored as well.
 */
const insertionOfOne = (db: Kysely<Tables>): string =>
  db
    .insertInto('webhooks')
    .orIgnore()
    .columns(columns)
    .values((of) => ({
      id: of(lastPlace(db), '+', of.lit(1)).$notNull(),
      fingerprint: '',
      ref: '',
      event: '',
      signature: '',
      body: Buffer.alloc(0),
      received_at: '',
      mailbox: of.selectFrom('mailboxes').select('number').where('mailboxes.id', '=', '').where(mayComeAgain),
    }))
    .compile().sql;
