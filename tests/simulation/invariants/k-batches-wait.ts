import { moneyMethods, noAmounts, sumOf } from '../../../src/shared/domain/payment.ts';
import type { Invariant } from '../world/books.ts';

/**
 * (k) A batch waits for a person.
 * - A line is begun only where a person made the batch or went on with it since the counter was opened: nothing is sent by itself
 *   after a restart.
 * - A line is begun again only where it certainly never left before, and none while another is being sent.
 * - What the counter says is to be returned is what customers handed over for lines that were not sold and are not sent any more.
 */
export const batchesWait: Invariant = {
  committed: ({ change, outcome: { sale } }, books) => {
    if (change.event.type !== 'sale.submitted' || !sale?.flags.includes('batch_line')) return null;
    if (books.batchAskedIn !== books.runs) return 'a line of a batch is begun, and nobody asked for it in this run';
    const story = books.written.filter(({ saleId }) => saleId === sale.id).map(({ type }) => type);
    const begun = story.filter((type) => type === 'sale.submitted').length;
    const neverLeft = story.filter((type) => type === 'sale.not_sent').length;
    if (begun > neverLeft + 1) return 'a line of a batch is begun a second time';
    for (const other of books.sales.values()) {
      if (other.id !== sale.id && other.flags.includes('batch_line') && other.state === 'sending')
        return 'a line of a batch is begun while another is being sent';
    }
    return null;
  },
  batch: ({ batch }, books) => {
    // What was answered is older than what the books hold by now.
    if (batch.lines.some(({ sale }) => books.sales.get(sale.id)?.revision !== sale.revision)) return null;
    const over = batch.lines.filter(
      ({ sale, isWaiting, leftOut }) =>
        ['failed', 'unsent', 'inquired', 'expired'].includes(sale.state) &&
        (!isWaiting || leftOut || batch.state === 'stopped'),
    );
    const owed = over.reduce((sum, { sale }) => {
      const hands = books.hands.get(sale.id) ?? noAmounts();
      const held = moneyMethods.reduce((all, method) => all + hands[method], 0);
      return sum + Math.max(0, held);
    }, 0);
    const sum = sumOf(batch.toReturn);
    return sum === owed ? null : `${sum} is said to be returned of a batch that has ${owed} of it`;
  },
};
