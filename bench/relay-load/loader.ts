import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { cores, type Start, startPinned } from './pinned.ts';
import { Measured, type Task } from './task.ts';

/** A process that sends: what it measures is done on a core of its own. */
export interface Loader extends AsyncDisposable {
  pid: number;
  run(task: Task): Promise<Measured>;
}

const Reply = z.union([z.object({ done: Measured }), z.object({ failed: z.string() })]);

/** @param core of its own, or a server's where it stands for one */
export function startLoader(core: Start['core'] = cores.load): Loader {
  const child = startPinned({
    args: ['--max-semi-space-size=64', join(import.meta.dirname, 'loader-process.ts')],
    core,
    talks: true,
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the loader of the bench ended early')));
  ended.catch(() => {});
  return {
    pid: child.pid ?? 0,
    run: async (task) => {
      child.send(task);
      const [reply] = await Promise.race([once(child, 'message'), ended]);
      const said = Reply.parse(reply);
      if ('failed' in said) throw new Error(`the loader failed: ${said.failed}`);
      return said.done;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    },
  };
}
