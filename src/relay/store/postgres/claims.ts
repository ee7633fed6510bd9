import { escapeLiteral, type Pool, type PoolClient, type QueryResult } from 'pg';
import {
  type ClaimFacts,
  type ClaimKeys,
  type ClaimRow,
  type ClaimWrites,
  claimStatements,
  type DecideClaims,
  type ListForms,
} from '../claim-decision.ts';
import type { Member } from '../member-row.ts';
import { ExpectedFacts } from './expected-facts.ts';

const forms: ListForms = {
  list: (name) => `select json_array_elements_text($1 -> '${name}')`,
  among: (column, query) => `${column} = any (array(${query}))`,
};
const texts = claimStatements(forms);
const textsOfShops = claimStatements({ ...forms, ofShops: (column) => `${column} = any ($2)` });

/** The columns of a claim that is written, as they are read from JSON. */
const writtenColumns = `item.shop, item.id, item.mailbox, item.counter, item.version, item.state, item.product, item.number, item.day,
  item.holds::int, item.since, item."changedAt", decode(item.sealed, 'base64')`;
const written = (parameter: string): string => `json_to_recordset(${parameter}) as item (
  shop int, id text, mailbox int, counter text, version bigint, state text, product text, number text, day text,
  holds boolean, since text, "changedAt" text, sealed text
)`;
const intoClaims = `insert into claims
  (shop, id, mailbox, counter, version, state, product, number, day, holds, since, changed_at, sealed)`;
/** Rows as a list of JSON. */
const inOrder = (rows: string, ...columns: string[]): string => {
  const order = columns.map((column) => (column === 'shop' ? 'q.shop' : `q.${column} collate "C"`));
  return `(select coalesce(jsonb_agg(to_jsonb(q) order by ${order.join(', ')}), '[]') from (${rows}) q)`;
};

/** Prepared on each connection that decides about claims: what is sent later is a name and texts of JSON. */
export const claimPreparation = `
  prepare konter_members (json) as ${texts.members} for no key update of s;
  prepare konter_enabled (json) as ${texts.enabled};
  prepare konter_claims (json) as ${texts.claims};
  prepare konter_waiting (json) as ${texts.waiting};
  prepare konter_release (json) as
    update claims c set holds = 0 from json_to_recordset($1) as item (shop int, id text) where c.shop = item.shop and c.id = item.id;
  prepare konter_put (json) as
    ${intoClaims} select ${writtenColumns} from ${written('$1')} ${texts.onConflict};
  prepare konter_lock (int[]) as select from shops where number = any ($1) order by number for no key update;
  prepare konter_put_if (json, int[], jsonb, json) as
    with facts as materialized (
      select $3 = jsonb_build_object(
        'members', ${inOrder(textsOfShops.members, 'id')},
        'claims', ${inOrder(textsOfShops.claims, 'shop', 'id')}
      ) as "areExpected"
    ), put as (
      ${intoClaims} select ${writtenColumns} from facts, ${written('$4')} where facts."areExpected" ${texts.onConflict}
    )
    select "areExpected" from facts`;

const execute = (name: string, ...inputs: readonly string[]): string =>
  `execute ${name}(${inputs.map(escapeLiteral).join(', ')})`;

/**
 * Runs a decision about claims in one transaction that keeps all others of its shops out. Usually in one round trip: it is decided by what is
 * expected to be so, and written if that is so. Else in two: one locks and reads, one writes and commits. Each statement has a snapshot of
 * its own, taken after the lock: nothing of the shops is missed.
 * @param pool its connections have `claimPreparation`
 */
export function claimsOn(pool: Pool) {
  const expected = new ExpectedFacts();
  return async <Result>(keys: ClaimKeys, decide: DecideClaims<Result>): Promise<Result> => {
    const client = await pool.connect();
    try {
      const result =
        (await decideByGuess(client, expected, keys, decide)) ??
        (await decideByReading(client, expected, keys, decide));
      client.release();
      return result.result;
    } catch (error) {
      expected.forget(keys);
      // With the connection its transaction ends.
      client.release(true);
      throw error;
    }
  };
}

/** Null: nothing is written, since something is not as expected. */
async function decideByGuess<Result>(
  client: PoolClient,
  expected: ExpectedFacts,
  keys: ClaimKeys,
  decide: DecideClaims<Result>,
): Promise<{ result: Result } | null> {
  const guess = expected.expect(keys);
  if (guess === null) return null;
  const { result, writes } = decide(guess);
  // What is released comes first, in a statement of its own.
  if (writes.released.length > 0) return null;
  const { members, claims } = guess;
  const shops = `{${[...new Set(members.map(({ shop }) => shop))].toSorted((one, other) => one - other).join()}}`;
  const put = execute(
    'konter_put_if',
    JSON.stringify(keys),
    shops,
    JSON.stringify({ members, claims }),
    JSON.stringify(rowsOf(writes)),
  );
  const answers = await client.query(`${execute('konter_lock', shops)}; ${put}`);
  const [, answer] = answersOf(answers);
  if (answer?.rows[0]?.areExpected !== true) return null;
  expected.wrote(writes);
  return { result };
}

async function decideByReading<Result>(
  client: PoolClient,
  expected: ExpectedFacts,
  keys: ClaimKeys,
  decide: DecideClaims<Result>,
): Promise<{ result: Result }> {
  const read = ['members', 'enabled', 'claims', 'waiting'].map((name) =>
    execute(`konter_${name}`, JSON.stringify(keys)),
  );
  const facts = factsOf(await client.query(['begin', ...read].join('; ')));
  const { result, writes } = decide(facts);
  await client.query([...write(writes), 'commit'].join('; '));
  expected.learn(keys, facts);
  expected.wrote(writes);
  return { result };
}

const rowsOf = ({ changed }: ClaimWrites): unknown[] => changed.map(({ shop, claim }) => ({ ...claim, shop }));

const write = (writes: ClaimWrites): string[] => [
  ...(writes.released.length > 0 ? [execute('konter_release', JSON.stringify(writes.released))] : []),
  ...(writes.changed.length > 0 ? [execute('konter_put', JSON.stringify(rowsOf(writes)))] : []),
];

/** Of several statements in one message the driver answers with a list, which its types do not say. */
const answersOf = (answers: QueryResult | readonly QueryResult[]): readonly QueryResult[] =>
  Array.isArray(answers) ? answers : [];

function factsOf(answers: QueryResult | readonly QueryResult[]): ClaimFacts {
  const [, members, enabled, claims, waiting] = answersOf(answers);
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
