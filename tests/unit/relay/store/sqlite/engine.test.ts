import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createChangeReporter } from '../../../../../src/relay/store/engine.ts';
import { markDirectoryChanged } from '../../../../../src/relay/store/mailbox-repository.ts';
import { openSqlite, pollForChanges } from '../../../../../src/relay/store/sqlite/engine.ts';
import { folder } from '../../../../support/temporary-folder.ts';

test('learns within a second of another process’s webhooks and changes on the same file, and not of its own', async () => {
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
  const received: string[] = [];
  one.subscribe(
    {
      onWebhooks: (mailboxes) => void received.push(...mailboxes),
      onLeases: () => undefined,
      onShopChange: () => undefined,
      onMailboxesChanged: () => void received.push('changed'),
    },
    { report: (message) => void received.push(message) },
  );
  await one.write((tx) => markDirectoryChanged(one, tx));
  await other.append([webhook('m2')]);
  await vi.waitFor(() => expect(received).toContain('m2'));
  expect(received).not.toContain('m1');
  await other.write((tx) => markDirectoryChanged(other, tx));
  await vi.waitFor(() => expect(received).toContain('changed'));
});

test('a file that cannot be read is polled again, and its changes are reported later', async () => {
  const received: string[] = [];
  const reported: string[] = [];
  const failing = new Set<'look' | 'ask'>();
  let sequence = 1;
  let prepared = 0;
  const may = <T>(action: 'look' | 'ask', answer: T): T => {
    if (failing.has(action)) throw new Error('disk I/O error');
    return answer;
  };
  const stop = pollForChanges({
    file: { pragma: () => may('look', sequence) },
    reporter: createChangeReporter(
      {
        prepare: <Row>() => {
          prepared += 1;
          const isPosition = prepared === 1;
          return async (after) =>
            (isPosition ? [{ sequence, version: 1 }] : may('ask', [{ id: `behind ${after}` }])) as unknown as Row[];
        },
      },
      {
        onWebhooks: (mailboxes) => void received.push(...mailboxes),
        onMailboxesChanged: () => undefined,
      },
    ),
    errors: { report: (message) => void reported.push(message) },
  });
  onTestFinished(stop);
  failing.add('look');
  await vi.waitFor(() => expect(reported).not.toEqual([]));
  failing.add('ask').delete('look');
  sequence = 2;
  reported.length = 0;
  await vi.waitFor(() => expect(reported).not.toEqual([]));
  expect(received).toEqual([]);
  failing.clear();
  await vi.waitFor(() => expect(received).toEqual(['behind 1']));
});
