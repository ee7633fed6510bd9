import { expect, test } from 'vitest';
import { createCursors } from '../../../../src/relay/core/cursor.ts';
import { createAck } from '../../../../src/relay/core/poll.ts';
import type { Ack, Store } from '../../../../src/relay/core/store.ts';
import { systemClock } from '../../../../src/server/system.ts';
import { emptyRelayDisk, memoryStore } from '../../../simulation/world/memory-store.ts';

/** A mailbox that has come to sequence 9, and a store that publishes at once what it was handed. */
function acking(disk: { fails: boolean }) {
  const commits: Array<readonly Ack[]> = [];
  const store: Store = {
    ...memoryStore(emptyRelayDisk()),
    readPage: async () => ({ prunedThrough: 0, prunedCheck: null, newest: 9, cursorMatches: true, webhooks: [] }),
    ack: async (acks) => {
      if (disk.fails) throw new Error('the disk is full');
      commits.push(acks);
    },
  };
  const cursors = createCursors(() => 'epoch');
  const ack = createAck({ store, authenticate: async () => true, cursors, clock: systemClock });
  const to = (mailbox: string, sequence: number) =>
    ack({ mailbox, token: 'token', cursor: cursors.write(mailbox, { sequence, check: null }) });
  return { to, commits };
}

test('acks that come together are one commit, and each is answered after it', async () => {
  const { to, commits } = acking({ fails: false });
  expect(await Promise.all([to('m1', 3), to('m2', 4), to('m1', 5)])).toEqual(['acked', 'acked', 'acked']);
  expect(commits).toEqual([
    [
      { mailbox: 'm1', sequence: 3 },
      { mailbox: 'm2', sequence: 4 },
      { mailbox: 'm1', sequence: 5 },
    ],
  ]);
});

test('one with a wrong cursor spoils none of the others, and is no part of their commit', async () => {
  const { to, commits } = acking({ fails: false });
  expect(await Promise.all([to('m1', 3), to('m2', 10), to('m3', 9)])).toEqual(['acked', 'bad_cursor', 'acked']);
  expect(commits.flat().map(({ mailbox }) => mailbox)).toEqual(['m1', 'm3']);
});

test('a failed commit fails all of its acks, and the next commit works', async () => {
  const disk = { fails: true };
  const { to, commits } = acking(disk);
  const [one, two] = [to('m1', 3), to('m2', 4)];
  await expect(one).rejects.toThrow('full');
  await expect(two).rejects.toThrow('full');
  disk.fails = false;
  expect(await to('m1', 3)).toBe('acked');
  expect(commits).toHaveLength(1);
});
