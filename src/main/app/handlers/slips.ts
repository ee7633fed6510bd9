import { fail, ok } from '../../../shared/contract/errors.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import { slipText } from '../../../shared/domain/receipt/text.ts';
import { slipHtml } from '../../printing/slip-html.ts';
import { handToHost } from '../printing/hand-to-host.ts';
import { askForProof, exceedsCopies } from '../printing/print-service.ts';
import { type SlipMaking, slipOf } from '../slip-of.ts';
import type { World } from '../world.ts';
import { given } from './given.ts';

/** receipts.preview and receipts.print. */
export function slipHandlers(
  parts: Omit<SlipMaking, 'world'> & { world(): World },
): Pick<Handlers, 'receipts.preview' | 'receipts.print'> {
  const { world, settings } = parts;
  return {
    async 'receipts.preview'(ask) {
      const { journal } = world();
      const sale = await journal.get(ask.id);
      if (!sale) return fail('not_found', 'There is no such sale.');
      const copy = sale.state === 'success' ? await journal.prints.nextCopy(sale.id, sale.prints) : null;
      const doc = await slipOf(sale, copy ?? 1, parts);
      return ok({
        doc,
        html: slipHtml(doc, ask.paper ?? settings().paper),
        text: slipText(doc),
        copy,
        beyondLimit: exceedsCopies(copy, settings().copiesLimit),
      });
    },

    async 'receipts.print'({ id, paper, printer: named, unlessWaiting = false, ...asking }) {
      const { prints } = world();
      const { printers } = prints;
      const chosen = named === undefined ? null : printers.setting(named);
      if (named !== undefined && chosen === null) {
        return fail('not_found', 'There is no such printer in the settings.', { reason: 'no_printer_set' });
      }
      const printer = chosen ?? (paper === undefined ? printers.usual() : null);
      const asked = await askForProof(prints, { id, printer, unlessWaiting, ...given(asking) });
      if (!asked.ok) return asked;
      if (printer === null) return handToHost(prints, asked.value, paper ?? settings().paper);
      void prints.queue.wake(printer.id);
      const { copy, job } = asked.value;
      return ok({ copy, via: 'system', url: null, job });
    },
  };
}
