import type Database from 'better-sqlite3';
import {
  type ClaimFacts,
  type ClaimKeys,
  type ClaimRow,
  type ClaimWrites,
  claimStatements,
  type DecideClaims,
} from '../claim-decision.ts';
import type { Member } from '../member-row.ts';

/** Runs a decision about claims in one transaction. To be called while no other is active. */
export function prepareClaims(
  file: Database.Database,
): <Result>(keys: ClaimKeys, decide: DecideClaims<Result>) => Result {
  const texts = claimStatements({
    list: (name) => `select value from json_each(@keys, '$.${name}')`,
    among: (column, query) => `${column} in (${query})`,
  });
  const members = file.prepare<[object], Member>(texts.members);
  const enabled = file.prepare<[object], string>(texts.enabled).pluck();
  const claims = file.prepare<[object], ClaimRow>(texts.claims);
  const waiting = file.prepare<[object], ClaimFacts['waiting'][number]>(texts.waiting);
  const release = file.prepare('update claims set holds = 0 where shop = ? and id = ?');
  const put = file.prepare(`
    insert into claims (shop, id, mailbox, counter, version, state, product, number, day, holds, since, changed_at, sealed)
    values (@shop, @id, @mailbox, @counter, @version, @state, @product, @number, @day, @holds, @since, @changedAt, @bytes)
    ${texts.onConflict}`);
  const write = ({ released, changed }: ClaimWrites): void => {
    for (const { shop, id } of released) release.run(shop, id);
    for (const { shop, claim } of changed) {
      const { isRevoked: _isRevoked, isSealed: _isSealed, sealed, holds, ...row } = claim;
      const bytes = sealed === null ? null : Buffer.from(sealed, 'base64');
      put.run({ ...row, shop, holds: Number(holds), bytes });
    }
  };
  const all = file.transaction((keys: ClaimKeys, decide: DecideClaims<unknown>): unknown => {
    const parameter = { keys: JSON.stringify(keys) };
    const { result, writes } = decide({
      members: members.all(parameter),
      enabled: enabled.all(parameter),
      claims: claims.all(parameter),
      waiting: waiting.all(parameter),
    });
    write(writes);
    return result;
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a transaction forgets what its function answers
  return <Result>(keys: ClaimKeys, decide: DecideClaims<Result>) => all.immediate(keys, decide) as Result;
}
