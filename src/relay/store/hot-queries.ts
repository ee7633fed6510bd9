import type { KnownMailbox, Part, Store } from '../core/store.ts';
import type { Engine } from './engine.ts';
import { sinceOf } from './since.ts';

/** What mailbox ids are made of; anything else is nobody's, and one engine or the other could not even be asked for it. */
const idShape = /^[A-Za-z0-9_-]{1,100}$/;

/** What requests ask, compiled once. */
export function hotQueries(engine: Engine): Pick<Store, 'mailbox' | 'directoryVersion' | 'part'> {
  const askMailbox = engine.prepare(mailboxQuery(engine));
  const askPart = engine.prepare(partQuery(engine));
  return {
    mailbox: async (id) => (idShape.test(id) ? knownOf(await askMailbox(id)) : null),
    directoryVersion: sinceOf(engine).version,
    part: async (id, after, limit) => (idShape.test(id) ? partOf(await askPart(after, id, limit)) : null),
  };
}

const mailboxQuery = ({ db }: Engine) =>
  db
    .selectFrom('mailboxes as m')
    .leftJoin('mailbox_secrets as s', 's.mailbox_id', 'm.id')
    .select(['m.token_hash', 'm.keyless', 's.sealed', 's.retired_at'])
    .where('m.id', '=', 'id')
    .where('m.disabled_at', 'is', null)
    .orderBy('s.created_at');

function knownOf(rows: Rows<typeof mailboxQuery>): KnownMailbox | null {
  const [first] = rows;
  if (!first) return null;
  const secrets = rows.flatMap(({ sealed, retired_at: retiredAt }) => (sealed === null ? [] : { sealed, retiredAt }));
  return { tokenHash: first.token_hash, keyless: first.keyless === 1, secrets };
}

/** One statement, so that all of the answer is of one moment. */
const partQuery = ({ db }: Engine) =>
  db
    .selectFrom('mailboxes as m')
    .leftJoin('webhooks as w', (join) => join.onRef('w.mailbox', '=', 'm.number').on('w.id', '>', 0))
    .select(['m.dropped_to', 'w.id', 'w.ref', 'w.event', 'w.signature', 'w.body', 'w.received_at'])
    .select((of) =>
      of
        .case()
        .when('w.id', 'is', null)
        .then(
          of
            .selectFrom('webhooks as n')
            .select((each) => each.fn.max('n.id').as('newest'))
            .whereRef('n.mailbox', '=', 'm.number'),
        )
        .end()
        .as('newest'),
    )
    .where('m.id', '=', 'id')
    .where('m.disabled_at', 'is', null)
    .orderBy('w.id')
    .limit(1);

function partOf(rows: Rows<typeof partQuery>): Part | null {
  const [first] = rows;
  if (!first) return null;
  const kept = rows.flatMap(({ id, ref, event, signature, body, received_at: receivedAt }) =>
    id === null || signature === null || body === null || receivedAt === null
      ? []
      : { place: id, ref, event, signature, body, receivedAt },
  );
  const newest = kept.at(-1)?.place ?? Math.max(first.newest ?? 0, first.dropped_to);
  return { droppedTo: first.dropped_to, newest, kept };
}

type Rows<Query extends (engine: Engine) => { execute(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Query>['execute']>
>;
