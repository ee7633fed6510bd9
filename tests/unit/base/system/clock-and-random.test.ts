import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

describe('lower priority', () => {
  const file = join(import.meta.dirname, '../../../../src/main/base/system/clock-and-random.ts');
  const threadThatStepsBack = `
  const { parentPort } = require('node:worker_threads');
  const { getPriority } = require('node:os');
  const { readlinkSync } = require('node:fs');
  import(${JSON.stringify(`file://${file}`)}).then(({ lowerPriority }) => {
    lowerPriority();
    parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))));
  });`;

  it.runIf(process.platform === 'linux')(
    'a thread that steps back waits for the processor behind the one that sells, which stays as it was',
    async () => {
      const before = getPriority();
      const thread = new Worker(threadThatStepsBack, { eval: true });
      const [priority] = await once(thread, 'message');
      await thread.terminate();
      expect(priority).toBe(constants.priority.PRIORITY_LOW);
      expect(getPriority()).toBe(before);
    },
  );
});
