import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { PrintState } from '../../shared/domain/print-job.ts';
import { slipText } from '../../shared/domain/receipt/text.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { given } from '../api/index.ts';
import { type Asked, enqueueReceiptPrint, type PrintService, refuse } from './print-service.ts';
import { type SlipMaking, slipOf } from './receipt-slip.ts';
import { slipHtml } from './render/slip-html.ts';
import type { SaveOutcome, SlipSaver } from './slip-saver.ts';

type Parts = Omit<SlipMaking, 'runtime'> & {
  runtime(): ReturnType<SlipMaking['runtime']> & { prints: PrintService };
  saver: SlipSaver | null;
};

/** receipts.share. A shared slip is a job as a printed one is: numbered with those, counted before it leaves, limited. */
export function shareHandlers(parts: Parts): Pick<Handlers, 'receipts.share'> {
  const { runtime, settings, saver } = parts;
  return {
    async 'receipts.share'({ id, as, paper = settings().paper, ...asking }) {
      if (as !== 'text' && !saver) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
      const printService = runtime().prints;
      const asked = await enqueueReceiptPrint(printService, { id, printer: null, shareAs: as, ...given(asking) });
      if (!asked.ok) return asked;
      const { sale, job, copy } = asked.value;
      const left = async (): Promise<void> => {
        const ended = await printService.book.move({ id: job.id, from: ['sending'], to: 'sent' }, printService.now());
        if (ended) printService.changed(ended);
      };
      const didNotLeave = (reason: 'given_up' | 'refused') =>
        refuse(printService, job, { from, reason, ...(reason === 'given_up' ? { decided: reason } : {}) });
      const doc = await slipOf(sale, copy, parts);
      const told = { as, copy, name: null, url: null, text: null };
      if (as === 'text' || !saver) {
        await left();
        return ok({ ...told, via: 'text', text: slipText(doc) });
      }
      const name = fileName(asked.value, as);
      const outcome = await saver
        .save({ html: slipHtml(doc, paper), paper, as, name })
        .catch((): SaveOutcome => ({ kind: 'failed', reason: 'host' }));
      switch (outcome.kind) {
        case 'saved':
          await left();
          return ok({ ...told, via: 'file', name: outcome.name });
        case 'page':
          await left();
          return ok({ ...told, via: 'page', url: outcome.url, name });
        case 'cancelled':
          await didNotLeave('given_up');
          return ok({ ...told, via: 'cancelled' });
        case 'failed': {
          await didNotLeave('refused');
          const now: Transaction = (await printService.ports.journal.get(id)) ?? sale;
          return fail('internal', 'The slip could not be saved.', { reason: 'not_saved', transaction: now });
        }
      }
    },
  };
}

const from: readonly PrintState[] = ['sending'];

/** Without a customer's data: names of files end up in lists, chats and clouds. */
function fileName({ sale: { receiptNo, id }, copy }: Asked, as: 'pdf' | 'png'): string {
  return `struk-${receiptNo ?? id.slice(-8)}${copy > 1 ? `-${copy}` : ''}.${as}`;
}
