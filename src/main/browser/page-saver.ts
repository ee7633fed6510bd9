import type { SaveOutcome, SlipSaver } from '../ports/slip-saver.ts';
import type { PrintJobs } from './print-jobs.ts';

/** This host's way to files: the page fetches the slip and saves it with what its browser can do (page/picture.ts). */
export function pageSaver(jobs: Pick<PrintJobs, 'print'>): SlipSaver {
  return {
    async save({ html, paper }): Promise<SaveOutcome> {
      const outcome = await jobs.print({ saleId: null, copy: 1, html, paper });
      return outcome.kind === 'page' ? outcome : { kind: 'failed', reason: 'no page' };
    },
  };
}
