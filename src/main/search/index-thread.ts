import { z } from 'zod';
import { withTimeout } from '../base/async.ts';
import type { System } from '../base/system.ts';
import { longLivedLimits } from '../base/worker-pool.ts';
import type { IndexedFiles } from './index-file.ts';

/** A request to the index thread. */
export const IndexCall = z.enum([
  /** its progress is of `IndexEvent`; it is never answered */
  'run',
  /** the database was written to */
  'follow',
  /** answers whether nothing is left in the index of what was erased from the database */
  'forget',
  /** removes the index, which is damaged, and builds another */
  'discard',
  /** answers the event "release" */
  'released',
  'stop',
]);
export type IndexCall = z.infer<typeof IndexCall>;

export const IndexEvent = z.discriminatedUnion('kind', [
  /** the readers of the index are to close its file, so that another can take its place */
  z.object({ kind: z.literal('release') }),
  /** the index could not be written; it is tried again */
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type IndexEvent = z.infer<typeof IndexEvent>;

/** A thread that hangs in its disk is terminated after that long. */
const stopMs = 2000;

/** The client of the index worker. */
export interface IndexThread {
  follow(): void;
  discard(): void;
  /** false also when the thread ends before */
  forget(): Promise<boolean>;
  stop(): Promise<void>;
}

export function startIndexThread(
  { workers, clock }: Pick<System, 'workers' | 'clock'>,
  files: z.infer<typeof IndexedFiles>,
  { release, failed }: { release(): Promise<void>; failed(message: string): void },
): IndexThread {
  const thread = workers.start('index-worker', { data: files, limits: longLivedLimits, keepsAlive: false });
  /** A thread that ended answers null. */
  const send = (call: IndexCall): Promise<unknown> => thread.call(call).catch(() => null);
  const onEvent = async (data: unknown): Promise<void> => {
    const event = IndexEvent.parse(data);
    if (event.kind === 'failed') return failed(event.message);
    await release();
    await send('released');
  };
  const run = thread.call('run' satisfies IndexCall, { onProgress: (data) => void onEvent(data) });
  let stopped = false;
  run.catch((error: unknown) => {
    if (!stopped) failed(error instanceof Error ? error.message : 'unknown');
  });
  return {
    follow: () => void send('follow'),
    discard: () => void send('discard'),
    forget: async () => (await send('forget')) === true,
    async stop() {
      stopped = true;
      await withTimeout(clock, stopMs, send('stop'));
      await thread.stop();
    },
  };
}
