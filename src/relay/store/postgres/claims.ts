import { escapeLiteral, type Pool, type QueryResult } from 'pg';
import {
  type ClaimFacts,
  type ClaimKeys,
  type ClaimRow,
  type ClaimWrites,
  claimStatements,
  type DecideClaims,
} from '../claim-decision.ts';
import type { Member } from '../member-row.ts';

const texts = claimStatements((name) => `(select json_array_elements_text($1 -> '${name}'))`, 'for no key update of s');

/** Prepared on each connection that decides about claims: what is sent later is a name and one text of JSON. */
export const claimPreparation = `
  prepare konter_members (json) as ${texts.members};
  prepare konter_enabled (json) as ${texts.enabled};
  prepare konter_claims (json) as ${texts.claims};
  prepare konter_waiting (json) as ${texts.waiting};
  prepare konter_release (json) as
    update claims c set holds = 0 from json_to_recordset($1) as item (shop int, id text) where c.shop = item.shop and c.id = item.id;
  prepare konter_put (json) as
    insert into claims (shop, id, mailbox, counter, version, state, product, number, day, holds, since, changed_at, sealed)
    select item.shop, item.id, item.mailbox, item.counter, item.version, item.state, item.product, item.number, item.day,
      item.holds::int, item.since, item."changedAt", decode(item.sealed, 'base64')
    from json_to_recordset($1) as item (
      shop int, id text, mailbox int, counter text, version bigint, state text, product text, number text, day text,
      holds boolean, since text, "changedAt" text, sealed text
    )
    ${texts.onConflict}`;

const execute = (name: string, input: unknown): string => `execute ${name}(${escapeLiteral(JSON.stringify(input))})`;

/**
 * Runs a decision about claims in one transaction of two round trips: it locks and reads, then writes and commits. Each statement has
 * a snapshot of its own, taken after the lock: nothing of the shops is missed.
 * @param pool its connections have `claimPreparation`
 */
export function claimsOn(pool: Pool) {
  return async <Result>(keys: ClaimKeys, decide: DecideClaims<Result>): Promise<Result> => {
    const client = await pool.connect();
    try {
      const read = ['members', 'enabled', 'claims', 'waiting'].map((name) => execute(`konter_${name}`, keys));
      const answers = await client.query(['begin', ...read].join('; '));
      const { result, writes } = decide(factsOf(answers));
      await client.query([...write(writes), 'commit'].join('; '));
      client.release();
      return result;
    } catch (error) {
      // With the connection its transaction ends.
      client.release(true);
      throw error;
    }
  };
}

const write = ({ released, changed }: ClaimWrites): string[] => [
  ...(released.length > 0 ? [execute('konter_release', released)] : []),
  ...(changed.length > 0
    ? [
        execute(
          'konter_put',
          changed.map(({ shop, claim }) => ({ ...claim, shop })),
        ),
      ]
    : []),
];

/** Of several statements in one message the driver answers with a list, which its types do not say. */
function factsOf(answers: QueryResult | readonly QueryResult[]): ClaimFacts {
  const [, members, enabled, claims, waiting] = Array.isArray(answers) ? answers : [];
  const rows = <Row>(answer: QueryResult<Row & object> | undefined): Row[] => {
    if (answer === undefined) throw new Error('a statement about claims was not answered');
    return answer.rows;
  };
  return {
    members: rows<Member>(members),
    enabled: rows<{ id: string }>(enabled).map(({ id }) => id),
    claims: rows<ClaimRow>(claims),
    waiting: rows<ClaimFacts['waiting'][number]>(waiting),
  };
}
