import { fail, ok } from '../../../shared/contract/errors.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import { slipText } from '../../../shared/domain/receipt/text.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { amend } from '../../counter/amend.ts';
import type { SaveOutcome, SlipSaver } from '../../ports/slip-saver.ts';
import { slipHtml } from '../../printing/slip-html.ts';
import { printEvent } from '../printing/print-event.ts';
import { type SlipMaking, slipOf } from '../slip-of.ts';

/** receipts.share. */
export function shareHandlers(parts: SlipMaking & { saver: SlipSaver | null }): Pick<Handlers, 'receipts.share'> {
  const { world, settings, saver } = parts;
  const counted = (id: string, type: 'proof.printed' | 'proof.not_printed', more: 1 | -1, as: string) =>
    amend(world().ports, id, (now) => {
      const { changes, event } = printEvent(now, type, more);
      return { changes, event: { ...event, data: { ...event.data, as } } };
    });
  return {
    async 'receipts.share'({ id, as, paper = settings().paper }) {
      if (as !== 'text' && !saver) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
      // Counted before it leaves, as a print is.
      const sale = await counted(id, 'proof.printed', 1, as);
      if (!sale) return fail('not_found', 'There is no such sale.');
      const copy = sale.state === 'success' ? Math.max(1, sale.prints) : 1;
      const doc = await slipOf(sale, copy, parts);
      const told = { as, copy, name: null, url: null, text: null };
      if (as === 'text' || !saver) return ok({ ...told, via: 'text', text: slipText(doc) });
      const outcome = await saver
        .save({ html: slipHtml(doc, paper), paper, as, name: fileName(sale, copy, as) })
        .catch((): SaveOutcome => ({ kind: 'failed', reason: 'host' }));
      if (outcome.kind === 'saved') return ok({ ...told, via: 'file', name: outcome.name });
      if (outcome.kind === 'page') {
        return ok({ ...told, via: 'page', url: outcome.url, name: fileName(sale, copy, as) });
      }
      const uncounted = await counted(id, 'proof.not_printed', -1, as);
      if (outcome.kind === 'cancelled') return ok({ ...told, via: 'cancelled' });
      return fail('internal', 'The slip could not be saved.', { reason: 'not_saved', transaction: uncounted ?? sale });
    },
  };
}

/** Without a customer's data: names of files end up in lists, chats and clouds. */
function fileName({ receiptNo, id }: Transaction, copy: number, as: 'pdf' | 'png'): string {
  return `struk-${receiptNo ?? id.slice(-8)}${copy > 1 ? `-${copy}` : ''}.${as}`;
}
