import { checkOf } from '../core/cursor.ts';
import type { KeptWebhook, KnownMailbox, Store } from '../core/store.ts';
import type { Engine } from './engine.ts';
import { sinceOf } from './since.ts';

/** What mailbox ids are made of; anything else is nobody's, and one engine or the other could not even be asked for it. */
const idShape = /^[A-Za-z0-9_-]{1,100}$/;

/** What requests ask, compiled once. */
export function hotQueries(engine: Engine): Pick<Store, 'mailbox' | 'directoryVersion' | 'part'> {
  const askMailbox = engine.prepare(mailboxQuery(engine));
  const askPart = engine.prepare(partQuery(engine));
  const askMoved = engine.prepare(movedQuery(engine));
  /** Whether a replay has moved the webhook that stood at a place. Asked only where none stands there now. */
  const wasMoved = async (id: string, place: number, check: string): Promise<boolean> =>
    (await askMoved(id, place, place)).some((row) => checkOf(webhookOf(row)) === check);
  return {
    mailbox: async (id) => (idShape.test(id) ? knownOf(await askMailbox(id)) : null),
    directoryVersion: sinceOf(engine).version,
    part: async (id, after, limit, check = null) => {
      const rows = idShape.test(id) ? await askPart(after, id, limit + 1) : [];
      const [first] = rows;
      if (!first) return null;
      const all = keptIn(rows);
      const at = all[0]?.place === after ? all[0] : undefined;
      const kept = at === undefined ? all.slice(0, limit) : all.slice(1);
      const newest = kept.at(-1)?.place ?? at?.place ?? Math.max(first.newest ?? 0, first.dropped_to);
      const matches = async (): Promise<boolean> => {
        if (check === null) return after <= first.dropped_to;
        if (at !== undefined) return at.check === check;
        if (after === first.dropped_to && first.dropped_check !== null) return first.dropped_check === check;
        return after <= first.dropped_to || (after < newest && (await wasMoved(id, after, check)));
      };
      const acked = first.acked_by === null ? undefined : { place: first.acked_to, counter: first.acked_by };
      const { dropped_to: droppedTo, dropped_check: droppedCheck } = first;
      return { droppedTo, droppedCheck, newest, cursorMatches: await matches(), acked, kept };
    },
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

/** From the place itself on. One statement, so that all of the answer is of one moment. */
const partQuery = ({ db }: Engine) =>
  db
    .selectFrom('mailboxes as m')
    .leftJoin('webhooks as w', (join) => join.onRef('w.mailbox', '=', 'm.number').on('w.id', '>=', 0))
    .select(['m.dropped_to', 'm.dropped_check', 'm.acked_to', 'm.acked_by'])
    .select(['w.id', 'w.fingerprint', 'w.ref', 'w.event', 'w.signature', 'w.body', 'w.received_at'])
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

/** What a replay has moved from a place or from before it to behind it. */
const movedQuery = ({ db }: Engine) =>
  db
    .selectFrom('webhooks as w')
    .innerJoin('mailboxes as m', 'm.number', 'w.mailbox')
    .select(['w.fingerprint', 'w.received_at'])
    .where('m.id', '=', 'id')
    .where('w.id', '>', 0)
    .where('w.first_place', '<=', 0);

const webhookOf = (row: Rows<typeof movedQuery>[number]) => ({
  fingerprint: row.fingerprint,
  receivedAt: row.received_at,
});

const keptIn = (rows: Rows<typeof partQuery>): KeptWebhook[] =>
  rows.flatMap(({ id, fingerprint, ref, event, signature, body, received_at: receivedAt }) =>
    id === null || fingerprint === null || signature === null || body === null || receivedAt === null
      ? []
      : { place: id, check: checkOf({ fingerprint, receivedAt }), ref, event, signature, body, receivedAt },
  );

type Rows<Query extends (engine: Engine) => { execute(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Query>['execute']>
>;
