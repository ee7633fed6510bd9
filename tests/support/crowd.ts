import { createHash } from 'node:crypto';
import type { RelayUnderTest } from './relay.ts';

/** of each mailbox of a crowd */
const token = 'tOfAllOfThem';

/** More mailboxes than commands could make in the time of a test. */
export async function manyMailboxes(under: RelayUnderTest, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `mCrowd${at}`);
  const hash = createHash('sha256').update(token).digest('hex');
  const rows = names.map((id) => `('${id}', 'crowd', '${hash}', '2026-01-01T00:00:00.000Z')`);
  await under.sql(`INSERT INTO mailboxes (id, name, token_hash, created_at) VALUES ${rows.join()}`);
  return names;
}

/** A poll of one of them, as bytes. @param wait in seconds */
export const pollOf = (mailbox: string, wait: number, more = ''): string =>
  `GET /v1/mailboxes/${mailbox}/events?wait=${wait} HTTP/1.1\r\nHost: relay\r\n${more}Authorization: Bearer ${token}\r\n\r\n`;
