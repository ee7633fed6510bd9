import { tamper } from '../../support/tamper.ts';
import type { Mutant } from './mutant.ts';

export const tidiesTheLog: Mutant = {
  name: 'tidies-the-log',
  breaks: 'f',
  about: 'at the start, quarantined webhooks are cleared out of the log',
  file: (path) =>
    tamper(
      path,
      `DELETE FROM event_payloads WHERE seq IN (SELECT seq FROM events WHERE type LIKE 'webhook.%' OR type = 'sale.created_from_webhook');
       DELETE FROM events WHERE type LIKE 'webhook.%' OR type = 'sale.created_from_webhook';`,
    ),
};

export const skipsAReceipt: Mutant = {
  name: 'skips-a-receipt',
  breaks: 'f',
  about: 'a receipt number is drawn before the commit, and is gone when the commit does not happen',
  belowJournal: (real) => {
    let drawn = 0;
    return {
      ...real,
      commit: async (change) => {
        const outcome = await real.commit(change);
        if (change.sale?.issueReceipt !== true) return outcome;
        drawn += 1;
        const receiptNo = `SKIP-${String(drawn).padStart(6, '0')}`;
        if (outcome.kind !== 'committed' || !outcome.sale) return outcome;
        return { ...outcome, sale: { ...outcome.sale, receiptNo } };
      },
    };
  },
};

export const staysLocked: Mutant = {
  name: 'stays-locked',
  breaks: 'g',
  about: 'a killed counter leaves its lock behind',
  leavesLocked: true,
};

export const recoversNothing: Mutant = {
  name: 'recovers-nothing',
  breaks: 'g',
  about: 'what was being sent when the program ended stays "sending"',
  db: (seen) => ({ ...seen, foundSending: async () => [] }),
};
