import { fail, ok } from '../../../shared/contract/errors.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import { slipText } from '../../../shared/domain/receipt/text.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { amend } from '../../counter/amend.ts';
import type { Printer, PrintOutcome } from '../../ports/printer.ts';
import { slipHtml } from '../../printing/slip-html.ts';
import { type SlipMaking, slipOf } from '../slip-of.ts';

const noSuchSale = () => fail('not_found', 'There is no such sale.');

/** receipts.preview and receipts.print. */
export function slipHandlers(
  parts: SlipMaking & { printer: Printer },
): Pick<Handlers, 'receipts.preview' | 'receipts.print'> {
  const { world, settings, printer } = parts;
  return {
    async 'receipts.preview'(ask) {
      const sale = await world().journal.get(ask.id);
      if (!sale) return noSuchSale();
      const doc = await slipOf(sale, sale.state === 'success' ? sale.prints + 1 : 1, parts);
      return ok({ doc, html: slipHtml(doc, ask.paper ?? settings().paper), text: slipText(doc) });
    },

    async 'receipts.print'(ask) {
      const { ports } = world();
      // Counted before it leaves: two slips that both look like the first would be worse than a first that says "copy".
      const sale = await amend(ports, ask.id, (now) => printEvent(now, 'proof.printed', 1));
      if (!sale) return noSuchSale();
      const copy = Math.max(1, sale.prints);
      const paper = ask.paper ?? settings().paper;
      const html = slipHtml(await slipOf(sale, sale.state === 'success' ? copy : 1, parts), paper);
      const outcome = await printer
        .print({ saleId: sale.id, copy, html, paper }, settings().printer)
        .catch((): PrintOutcome => ({ kind: 'failed', reason: 'printer' }));
      if (outcome.kind === 'page') return ok({ copy, via: 'page', url: outcome.url });
      if (outcome.kind === 'handed_over') return ok({ copy, via: 'system', url: null });
      const uncounted = await amend(ports, ask.id, (now) => printEvent(now, 'proof.not_printed', -1));
      return fail('internal', 'The printer did not take the slip.', {
        reason: 'not_printed',
        transaction: uncounted ?? sale,
      });
    },
  };
}

/**
 * A slip that leaves the shop, or did not after all. Only the proof of a success is counted: one that says "pending" is no
 * original of anything.
 */
export function printEvent(sale: Transaction, type: 'proof.printed' | 'proof.not_printed', more: 1 | -1) {
  const prints = sale.state === 'success' ? Math.max(0, sale.prints + more) : sale.prints;
  return {
    changes: { prints },
    event: {
      type,
      actor: 'cashier',
      data: { state: sale.state, copy: Math.max(1, sale.prints + (more === 1 ? 1 : 0)) },
      bodies: [],
    },
  };
}
