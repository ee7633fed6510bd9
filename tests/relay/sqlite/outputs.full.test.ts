import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../../../src/server/log.ts';
import { startChild } from '../../support/child-process.ts';
import { sendRequest } from '../../support/relay.ts';
import { newDatabase } from '../../support/relay-databases.ts';
import { relayInShell, relayProcessInto } from '../../support/relay-process.ts';
import { folder } from '../../support/temporary-folder.ts';

/** Open until the test ends. */
function opened(path: string, flags: string | number): number {
  const file = openSync(path, flags);
  onTestFinished(() => closeSync(file));
  return file;
}

/** A pipe that is full, and that nobody reads. */
async function fullPipe(): Promise<string> {
  const path = join(await folder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const filling = opened(path, constants.O_RDWR | constants.O_NONBLOCK);
  expect(() => {
    for (;;) writeSync(filling, 'x');
  }).toThrow('EAGAIN');
  return path;
}

describe.runIf(process.platform === 'linux')('outputs', () => {
  test('a reader that has stopped reading the log blocks neither serving nor stopping', async () => {
    const { env } = await newDatabase();
    const relay = await relayProcessInto(opened(await fullPipe(), 'w'), env);
    expect((await sendRequest(relay.url, '/readyz')).status).toBe(200);
    relay.process.kill('SIGTERM');
    await vi.waitFor(() => expect(relay.process.exitCode).toBe(0));
  });

  test('a failed process ends, also without a reader of its log', async () => {
    const child = startChild('failing-logger.ts', await fullPipe());
    await vi.waitFor(() => expect(child.exitCode).toBe(1));
  });

  test('lines that the disk has no room for are lost, and no more than that', async () => {
    const { log, end } = openLog('info', '/dev/full');
    for (let line = 0; line < 1_000; line++) log.info('a line of which many are written at once');
    await end(performance.now() + 5_000);
    const { env } = await newDatabase();
    const relay = await relayProcessInto(opened('/dev/full', 'w'), env);
    relay.process.kill('SIGTERM');
    await vi.waitFor(() => expect(relay.process.exitCode).toBe(0));
  });

  test.each(['--help', 'mailbox list', 'mailbox create A --keyless'])(
    'the reader of the answer to %s may be gone: nothing is said, and the exit code shows it',
    async (command) => {
      const { env } = await newDatabase();
      const pipe = join(await folder(), 'pipe');
      const done = await relayInShell(env, `mkfifo ${pipe}; exec 3<>${pipe} 4>${pipe} 3<&-; relay ${command} >&4`);
      expect(done).toMatchObject({ code: 1, stderr: '' });
    },
  );

  test('an answer that a full disk cannot take is reported in one line', async () => {
    const { env } = await newDatabase();
    const { code, stderr } = await relayInShell(env, 'relay mailbox list > /dev/full');
    expect([code, stderr]).toEqual([1, 'The answer could not be written: ENOSPC\n']);
  });
});
