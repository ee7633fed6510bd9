import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { PrintState } from '../../shared/domain/print-job.ts';
import type { Paper } from '../../shared/domain/receipt/doc.ts';
import { sharedSlipText } from '../../shared/domain/receipt/layout.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { given } from '../api/index.ts';
import { cancelJob, type EnqueuedPrint, enqueueReceiptPrint, type PrintService } from './print-service.ts';
import { slipHtml } from './render/slip-html.ts';
import { type SlipSources, slipOf } from './slip.ts';

type Options = Omit<SlipSources, 'runtime'> & {
  runtime(): ReturnType<SlipSources['runtime']> & { prints: PrintService };
  saver: SlipSaver | null;
};

/** receipts.share. A shared slip is a print job like any other: numbered, counted before it leaves, and limited. */
export function shareHandlers(options: Options): Pick<Handlers, 'receipts.share'> {
  const { runtime, settings, saver } = options;
  return {
    async 'receipts.share'({ id, as, paper = settings().paper, ...asking }) {
      if (as !== 'text' && !saver) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
      const printService = runtime().prints;
      const enqueued = await enqueueReceiptPrint(printService, { id, printer: null, shareAs: as, ...given(asking) });
      if (!enqueued.ok) return enqueued;
      const { sale, job, copy } = enqueued.value;
      const markSent = async (): Promise<void> => {
        const ended = await printService.jobs.move({ id: job.id, from: ['sending'], to: 'sent' }, printService.now());
        if (ended) printService.changed(ended);
      };
      const markNotSent = (reason: 'given_up' | 'refused') =>
        cancelJob(printService, job, { from, reason, ...(reason === 'given_up' ? { decided: reason } : {}) });
      const doc = await slipOf(sale, copy, options);
      const shared = { as, copy, name: null, url: null, text: null };
      if (as === 'text' || !saver) {
        await markSent();
        return ok({ ...shared, via: 'text', text: sharedSlipText(doc) });
      }
      const name = fileName(enqueued.value, as);
      const outcome = await saver
        .save({ html: slipHtml(doc, paper), paper, as, name })
        .catch((): SaveOutcome => ({ kind: 'failed', reason: 'host' }));
      switch (outcome.kind) {
        case 'saved':
          await markSent();
          return ok({ ...shared, via: 'file', name: outcome.name });
        case 'page':
          await markSent();
          return ok({ ...shared, via: 'page', url: outcome.url, name });
        case 'cancelled':
          await markNotSent('given_up');
          return ok({ ...shared, via: 'cancelled' });
        case 'failed': {
          await markNotSent('refused');
          const now: Transaction = (await printService.ports.journal.get(id)) ?? sale;
          return fail('internal', 'The slip could not be saved.', { reason: 'not_saved', transaction: now });
        }
      }
    },
  };
}

const from: readonly PrintState[] = ['sending'];

/** Contains no customer's data: file names end up in lists, chats and clouds. */
function fileName({ sale: { receiptNo, id }, copy }: EnqueuedPrint, as: 'pdf' | 'png'): string {
  return `struk-${receiptNo ?? id.slice(-8)}${copy > 1 ? `-${copy}` : ''}.${as}`;
}

export interface SlipFile {
  html: string;
  paper: Paper;
  as: 'pdf' | 'png';
  /** suggested file name; contains no customer's data */
  name: string;
}

/** Saves a slip as a file through the host. */
export interface SlipSaver {
  save(file: SlipFile): Promise<SaveOutcome>;
}

export type SaveOutcome =
  /** saved under that name */
  | { kind: 'saved'; name: string }
  /** the requesting page must save it itself, from this address on its own origin */
  | { kind: 'page'; url: string }
  /** the person closed the dialog */
  | { kind: 'cancelled' }
  | { kind: 'failed'; reason: string };
