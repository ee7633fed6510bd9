import type { Clock, Log } from '../base/system.ts';
import type { Books } from './report-types.ts';

export interface LedgerRebuild {
  /** makes what is missing, unless it is being made */
  start(): void;
  stop(): Promise<void>;
}

/** Makes the books of an older database in small steps, between which selling goes on; a program that ends resumes there. */
export function createLedgerRebuild({ books }: { readonly books: Books }, clock: Clock, log: Log): LedgerRebuild {
  let working: Promise<void> | null = null;
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    try {
      let left = await books.filling();
      if (left !== null) log.info('the books are being made', left);
      while (left !== null && !stopping.signal.aborted) {
        left = await books.fill();
        await clock.sleep(0);
      }
    } catch (error) {
      // The next start goes on; selling does not depend on it.
      log.error('the books could not be made', { error: error instanceof Error ? error.name : '' });
    }
    working = null;
  };
  return {
    start() {
      if (!stopping.signal.aborted) working ??= work();
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
