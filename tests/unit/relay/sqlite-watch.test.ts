import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { directoryChanged } from '../../../src/relay/store/mailboxes.ts';
import { openSqlite, watch } from '../../../src/relay/store/sqlite/open.ts';
import { folder } from '../../support/folder.ts';

test('hears within a second what another process on the same file keeps and changes, and of itself nothing', async () => {
  const path = join(await folder(), 'relay.db');
  const [{ engine: one }, { engine: other }] = [await openSqlite(path), await openSqlite(path)];
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
  for (const id of ['m1', 'm2']) {
    const row = { id, name: '', token_hash: '', created_at: '', disabled_at: null };
    await one.db.insertInto('mailboxes').values(row).execute();
  }
  const webhook = (mailbox: string) => ({
    mailbox,
    fingerprint: mailbox,
    ref: null,
    event: null,
    signature: '',
    body: Buffer.from('{}'),
    receivedAt: '2026-01-01T00:00:00.000Z',
  });
  await one.append([webhook('m1')]);
  const heard: string[] = [];
  one.listen(
    {
      came: (mailboxes) => void heard.push(...mailboxes),
      taken: () => undefined,
      changed: () => void heard.push('changed'),
    },
    { failed: (what) => void heard.push(what) },
  );
  await one.write((tx) => directoryChanged(one, tx));
  await other.append([webhook('m2')]);
  await vi.waitFor(() => expect(heard).toContain('m2'));
  expect(heard).not.toContain('m1');
  await other.write((tx) => directoryChanged(other, tx));
  await vi.waitFor(() => expect(heard).toContain('changed'));
});

test('a file that cannot be looked at or asked ends nothing, and is heard of once it can be', async () => {
  const heard: string[] = [];
  const complaints: string[] = [];
  const failing = new Set<'look' | 'ask'>();
  let place = 1;
  const may = <T>(what: 'look' | 'ask', answer: T): T => {
    if (failing.has(what)) throw new Error('disk I/O error');
    return answer;
  };
  const stop = watch(
    {
      file: { pragma: () => may('look', place) },
      since: {
        last: async () => place,
        version: async () => 1,
        mailboxes: async (after) => may('ask', [`behind ${after}`]),
      },
      complaints: { failed: (what) => void complaints.push(what) },
    },
    { came: (mailboxes) => void heard.push(...mailboxes), taken: () => undefined, changed: () => undefined },
  );
  onTestFinished(stop);
  failing.add('look');
  await vi.waitFor(() => expect(complaints).not.toEqual([]));
  failing.add('ask').delete('look');
  place = 2;
  complaints.length = 0;
  await vi.waitFor(() => expect(complaints).not.toEqual([]));
  expect(heard).toEqual([]);
  failing.clear();
  await vi.waitFor(() => expect(heard).toEqual(['behind 1']));
});
