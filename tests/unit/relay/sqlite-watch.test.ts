import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { directoryChanged } from '../../../src/relay/store/directory.ts';
import { openSqlite } from '../../../src/relay/store/sqlite/open.ts';
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
