import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthenticate, createDirectory, maxWaiting, validKeys } from '../../../../src/relay/core/directory.ts';
import type { MailboxCredentials, Store } from '../../../../src/relay/core/store.ts';
import { createVault, hashToken } from '../../../../src/server/credentials.ts';
import type { Clock } from '../../../../src/server/ports.ts';
import { systemClock, systemRandom } from '../../../../src/server/system.ts';

const vault = createVault(randomBytes(32), systemRandom);

/** A directory over a table of mailboxes; every change by command raises the version. */
function setUp() {
  const table = new Map<string, MailboxCredentials>();
  const reads = { mailboxes: [] as string[], versions: 0 };
  let version = 1;
  let now = 1_000_000;
  let answers = async (): Promise<void> => {};
  const clock: Clock = { ...systemClock, now: () => now };
  const store = {
    findMailbox: async (id: string) => {
      reads.mailboxes.push(id);
      const credentials = table.get(id) ?? null;
      await answers();
      return credentials;
    },
    directoryVersion: async () => {
      reads.versions += 1;
      return version;
    },
  } as Store;
  return {
    reads,
    directory: createDirectory({ store, vault, clock }),
    change: (id: string, tokenHash: string | null): void => {
      version += 1;
      if (tokenHash === null) table.delete(id);
      else
        table.set(id, {
          tokenHash,
          keyless: false,
          secrets: [{ ciphertext: vault.encrypt('s', id), retiredAt: null }],
        });
    },
    pass: (ms: number): void => {
      now += ms;
    },
    answersWith: (answer: () => Promise<void>): void => {
      answers = answer;
    },
  };
}

test('asks the database once for a mailbox, however often it is looked up within a second', async () => {
  const { directory, reads, change } = setUp();
  change('m1', 'a');
  for (let count = 0; count < 50; count++) expect((await directory.find('m1'))?.tokenHash).toBe('a');
  expect(reads).toEqual({ mailboxes: ['m1'], versions: 1 });
});

test('what was changed by command is known a second later, and at once to who would be turned away', async () => {
  const { directory, reads, change, pass } = setUp();
  change('m1', 'a');
  await directory.find('m1');
  change('m1', 'b');
  pass(999);
  expect((await directory.find('m1'))?.tokenHash).toBe('a');
  pass(1);
  expect((await directory.find('m1'))?.tokenHash).toBe('b');
  change('m1', null);
  expect(await directory.findNow('m1')).toBeNull();
  expect(reads.mailboxes).toHaveLength(3);
});

test('a mailbox that was unknown is found as soon as it was made', async () => {
  const { directory, change } = setUp();
  expect(await directory.find('m1')).toBeNull();
  change('m1', 'a');
  expect((await directory.findNow('m1'))?.tokenHash).toBe('a');
});

test('a notice of a change makes the next look a fresh one', async () => {
  const { directory, change } = setUp();
  change('m1', 'a');
  await directory.find('m1');
  change('m1', 'b');
  directory.invalidate();
  expect((await directory.find('m1'))?.tokenHash).toBe('b');
});

test('one question serves all who ask at once', async () => {
  const { directory, reads, change } = setUp();
  change('m1', 'a');
  await Promise.all(Array.from({ length: 100 }, async () => directory.find('m1')));
  expect(reads).toEqual({ mailboxes: ['m1'], versions: 1 });
  await Promise.all(Array.from({ length: 100 }, () => directory.findNow('m2')));
  expect(reads).toEqual({ mailboxes: ['m1', 'm2'], versions: 2 });
});

test('a lookup from before a change is not cached after it', async () => {
  const { directory, change, answersWith } = setUp();
  change('m1', 'a');
  await directory.find('m2');
  answersWith(async () => {
    answersWith(async () => {});
    change('m1', 'b');
    await directory.findNow('m2');
  });
  await directory.find('m1');
  expect((await directory.find('m1'))?.tokenHash).toBe('b');
});

test('asks nothing for an id that no command makes', async () => {
  const { directory, reads } = setUp();
  for (const id of ['', 'a b', '\0', 'm'.repeat(65), '../x']) expect(await directory.find(id)).toBeNull();
  expect(reads).toEqual({ mailboxes: [], versions: 0 });
});

test('a failed look fails who waited for it, and the next one asks again', async () => {
  const { directory, change, answersWith } = setUp();
  change('m1', 'a');
  answersWith(() => Promise.reject(new Error('locked')));
  await expect(directory.find('m1')).rejects.toThrow('locked');
  answersWith(async () => {});
  expect((await directory.find('m1'))?.tokenHash).toBe('a');
});

test('a secret that is being retired signs until its time, to the millisecond', () => {
  const keys = [
    { key: {} as never, until: 500 },
    { key: {} as never, until: null },
  ];
  expect(validKeys(keys, 499)).toHaveLength(2);
  expect(validKeys(keys, 500)).toHaveLength(1);
});

test('refuses at once what a database that does not answer would let pile up, and accepts again once it did', async () => {
  const listed = { tokenHash: hashToken('token'), keyless: false };
  const database = Promise.withResolvers<typeof listed>();
  const authenticate = createAuthenticate({ find: () => database.promise, findNow: async () => listed });
  const credentials = { mailbox: 'm', token: 'token' };
  const waiting = Array.from({ length: maxWaiting }, () => authenticate(credentials));
  await expect(authenticate(credentials)).rejects.toThrow('too many');
  database.resolve(listed);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]));
  expect(await authenticate(credentials)).toBe(true);
});
