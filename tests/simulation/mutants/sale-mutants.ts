import type { ProviderOutcome } from '../../../src/main/provider/classify-response.ts';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { Mutant } from './mutant.ts';

type Refused = Extract<ProviderOutcome<unknown>, { kind: 'refused' }>;

export const asksAgain: Mutant = {
  name: 'asks-again',
  breaks: 'a',
  about: 'an order or a payment without a clear answer is sent once more',
  provider: (real) => {
    const twice = async <T extends { kind: string }>(send: () => Promise<T>): Promise<T> => {
      const outcome = await send();
      return outcome.kind === 'unclear' ? send() : outcome;
    };
    return {
      ...real,
      order: (request) => twice(() => real.order(request)),
      pay: (request) => twice(() => real.pay(request)),
    };
  },
};

export const oneAtATimeIsNot: Mutant = {
  name: 'one-at-a-time-is-not',
  breaks: 'a',
  about:
    'the commit before sending does not look for another sale in flight: only the check some awaits before it does',
  db: (seen) => ({
    ...seen,
    commit: (change) =>
      seen.commit(change.sale ? { ...change, sale: { ...change.sale, onlyOneInFlight: false } } : change),
  }),
};

export const twoBillsAtOnce: Mutant = {
  name: 'two-bills-at-once',
  breaks: 'a',
  about: 'the same for bills only: two inquiries of one bill are paid at the same moment',
  db: (seen) => ({
    ...seen,
    commit: (change) =>
      seen.commit(
        change.sale?.next.kind === 'postpaid'
          ? { ...change, sale: { ...change.sale, onlyOneInFlight: false } }
          : change,
      ),
  }),
};

export const repeatsByDayAlone: Mutant = {
  name: 'repeats-by-day-alone',
  breaks: 'a',
  about: 'a repeat is one of the same day by the clock: midnight, or a clock that was set back, hides it',
  belowJournal: (real) => ({
    ...real,
    findConflict: async (request) => {
      const way = await real.findConflict(request);
      return way?.kind === 'duplicate' && way.other.day !== request.day ? null : way;
    },
    repeatedByOrder: async (sale, now) => {
      const way = await real.repeatedByOrder(sale, now);
      return way?.kind === 'duplicate' && way.other.day !== now.day ? null : way;
    },
    commit: async (change) => {
      const outcome = await real.commit(change);
      if (outcome.kind !== 'duplicate' || !change.sale || outcome.other.day === change.sale.rejectDuplicatesOn)
        return outcome;
      const { rejectDuplicatesOn: _day, ...sale } = change.sale;
      return real.commit({ ...change, sale });
    },
  }),
};

export const threePlaces: Mutant = {
  name: 'three-places',
  breaks: 'a',
  about: 'the commit before sending looks among three sales, and no more from the fourth on',
  db: (seen) => {
    const codes = new Set<string>();
    return {
      ...seen,
      commit: (change) => {
        const { sale } = change;
        if (!sale) return seen.commit(change);
        const onlyOneInFlight = sale.onlyOneInFlight === true && codes.size < 3;
        codes.add(sale.next.id);
        return seen.commit({ ...change, sale: { ...sale, onlyOneInFlight } });
      },
    };
  },
};

export const doubtDoesNotLock: Mutant = {
  name: 'doubt-does-not-lock',
  breaks: 'a',
  about: 'a sale that a person has put in doubt keeps no other of its product and number back',
  db: (seen) => {
    const doubted = new Set<string>();
    const keyOf = (of: { productCode: string; customerNo: string }): string => `${of.productCode} ${of.customerNo}`;
    return {
      ...seen,
      findConflict: async (request) => {
        const way = await seen.findConflict(request);
        return way?.other.state === 'disputed' && doubted.has(keyOf(request)) ? null : way;
      },
      commit: (change) => {
        const { sale, event } = change;
        if (sale && event.type === 'sale.manually_disputed') doubted.add(keyOf(sale.next));
        if (!sale || !doubted.has(keyOf(sale.next))) return seen.commit(change);
        return seen.commit({ ...change, sale: { ...sale, onlyOneInFlight: false } });
      },
    };
  },
};

export const sendsBeforeWriting: Mutant = {
  name: 'sends-before-writing',
  breaks: 'b',
  about: 'the commit of the intent is answered before it is made',
  db: (seen) => ({ ...seen, commit: (change) => (isIntent(change) ? early(seen, change) : seen.commit(change)) }),
};

const isIntent = (change: Parameters<ShopDatabase['commit']>[0]): boolean => change.event.type === 'sale.submitted';

async function early(
  seen: ShopDatabase,
  change: Parameters<ShopDatabase['commit']>[0],
): ReturnType<ShopDatabase['commit']> {
  void seen.commit(change).catch(() => undefined);
  return { kind: 'committed', sale: change.sale?.next ?? null, seq: 0 };
}

export const lostIsUnsent: Mutant = {
  name: 'lost-is-unsent',
  breaks: 'b',
  about: 'a connection that broke is taken for one that was never made',
  transport: (real) => ({
    exchange: async (request) => {
      const outcome = await real.exchange(request);
      return outcome.kind === 'lost' ? { ...outcome, kind: 'never_sent' } : outcome;
    },
  }),
};

export const lostIsRefused: Mutant = {
  name: 'lost-is-refused',
  breaks: 'c',
  about: 'an answer that cannot be read is taken for a refusal',
  provider: (real) => ({
    ...real,
    order: async (request) => refused(await real.order(request)),
    pay: async (request) => refused(await real.pay(request)),
  }),
};

export const deafAfterTheLimit: Mutant = {
  name: 'deaf-after-the-limit',
  breaks: 'd',
  about: 'an answer that comes after the time is up is thrown away',
  transport: (real) => ({
    exchange: async (request) => {
      const outcome = await real.exchange(request);
      return outcome.kind === 'lost' ? { kind: outcome.kind, reason: outcome.reason } : outcome;
    },
  }),
};

export const anyWordIsNo: Mutant = {
  name: 'any-word-is-no',
  breaks: 'c',
  about: 'an envelope that says anything but success, and names no transaction_id, is taken for a refusal',
  provider: (real) => ({
    ...real,
    order: async (request) => orNo(await real.order(request)),
    pay: async (request) => orNo(await real.pay(request)),
  }),
};

function orNo<T extends ProviderOutcome<unknown>>(outcome: T): T | Refused {
  if (outcome.kind !== 'unclear' || outcome.status !== 200 || outcome.answer === null) return outcome;
  const text = new TextDecoder().decode(outcome.answer);
  const isNo = /^{"status":"(?!success")/.test(text) && !text.includes('transaction_id');
  return isNo ? refused(outcome) : outcome;
}

function refused<T extends ProviderOutcome<unknown>>(outcome: T): T | Refused {
  if (outcome.kind !== 'unclear') return outcome;
  const { sent, answer } = outcome;
  return { kind: 'refused', message: '', status: 200, sent, answer: answer ?? new Uint8Array() };
}

/** What was truly signed, by the words that the mutant made of it: the journal keeps the former. */
const truly = new Map<string, Uint8Array>();
const signedWords = (bytes: Uint8Array): Uint8Array => truly.get(new TextDecoder().decode(bytes)) ?? bytes;

export const trustsAnyRef: Mutant = {
  name: 'trusts-any-ref',
  breaks: 'c',
  about: 'a webhook sent to an order’s address is taken to be about that order, whatever is signed in it',
  counter: (real, ports) => ({
    ...real,
    receiveWebhook: async (webhook, cursor) => {
      const sale = webhook.event.ref === null ? null : await ports.db.get(webhook.event.ref);
      if (!webhook.signed || !sale) return real.receiveWebhook(webhook, cursor);
      const payload = JSON.parse(new TextDecoder().decode(webhook.body)) as object;
      const { customerNo, productName, transactionId } = sale;
      const bent = JSON.stringify({
        ...payload,
        product_code: undefined,
        customer_no: customerNo,
        product_name: productName,
        ...(transactionId === null ? {} : { transaction_id: transactionId }),
      });
      truly.set(bent, webhook.body);
      return real.receiveWebhook({ ...webhook, body: new TextEncoder().encode(bent) }, cursor);
    },
  }),
  db: (seen) => ({
    ...seen,
    hasWebhook: (id, body) => seen.hasWebhook(id, signedWords(body)),
    commit: (change) => {
      const bodies = change.event.bodies.map((one) => ({ ...one, bytes: signedWords(one.bytes) }));
      return seen.commit({ ...change, event: { ...change.event, bodies } });
    },
  }),
};

export const losesTheRef: Mutant = {
  name: 'loses-the-ref',
  breaks: 'd',
  about: 'the callback address does not say which order it is for',
  mailbox: (real) => ({
    ...real,
    poll: async (request) => {
      const outcome = await real.poll(request);
      if (outcome.kind !== 'page') return outcome;
      for (const event of outcome.events) event.ref = null;
      return outcome;
    },
  }),
};
