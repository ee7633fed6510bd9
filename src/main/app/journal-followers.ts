import type { Finder } from '../journal/search/finder.ts';
import type { Journal } from '../ports/journal.ts';

/** The wish for a print is written with the receipt's number: printed once, whatever happens in between. */
export function withPrintWishes(journal: Journal, autoPrint: () => boolean): Journal {
  return {
    ...journal,
    commit: (change) =>
      journal.commit(change.sale?.issueReceipt === true && autoPrint() ? { ...change, wishPrint: true } : change),
  };
}

/** What was written is to be found: the index hears of it, and follows when it has time. */
export function withFinder(journal: Journal, finder: Finder): Journal {
  return {
    ...journal,
    async commit(change) {
      const outcome = await journal.commit(change);
      if (outcome.kind === 'committed') finder.committed();
      return outcome;
    },
  };
}
