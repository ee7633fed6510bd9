import type { NewWebhook } from '../../../src/relay/core/store.ts';
import type { Mutant } from './mutant.ts';

export const ackBeforeHearing: Mutant = {
  name: 'ack-before-hearing',
  breaks: 'e',
  about: 'what a poll brought is acknowledged when it comes, not when it is in the journal',
  mailbox: (real) => ({
    ...real,
    poll: async (request) => {
      const outcome = await real.poll(request);
      if (outcome.kind === 'page' && outcome.next !== null) void real.ack(outcome.next);
      return outcome;
    },
  }),
};

export const forgetsWebhooks: Mutant = {
  name: 'forgets-webhooks',
  breaks: 'e',
  about: 'nobody looks whether a webhook was received before',
  db: (seen) => ({ ...seen, hasWebhook: async () => false }),
};

export const remembersTheLatest: Mutant = {
  name: 'remembers-the-latest',
  breaks: 'e',
  about: 'whether a webhook was received before is only known of the last two',
  db: (seen) => {
    const received: string[] = [];
    const nameOf = (saleId: string | null, body: Uint8Array): string => `${saleId} ${new TextDecoder().decode(body)}`;
    return {
      ...seen,
      commit: (change) => {
        const body = change.event.bodies.find(({ role }) => role === 'webhook')?.bytes;
        if (body) received.push(nameOf(change.sale?.next.id ?? null, body));
        return seen.commit(change);
      },
      hasWebhook: async (saleId, body) =>
        (await seen.hasWebhook(saleId, body)) && received.slice(-2).includes(nameOf(saleId, body)),
    };
  },
};

export const placeIsEnough: Mutant = {
  name: 'place-is-enough',
  breaks: 'e',
  about:
    'the relay takes a cursor whose place another webhook has now, since an older copy of its database was put back',
  relayStore: (real) => ({
    ...real,
    readPage: async (...args) => {
      const page = await real.readPage(...args);
      return page && { ...page, cursorMatches: true };
    },
  }),
};

export const earlyIsAside: Mutant = {
  name: 'early-is-quarantined',
  breaks: 'd',
  about: 'a webhook that named the product otherwise and came before the order’s answer is not replayed after it',
  db: (seen) => ({ ...seen, quarantined: async () => [] }),
};

export const answersBeforeKeeping: Mutant = {
  name: 'answers-before-keeping',
  breaks: 'e',
  about: 'the relay answers 200 when it has the webhook in memory, and writes it some reads later',
  relayStore: (real) => {
    const waiting: NewWebhook[] = [];
    let reads = 0;
    return {
      ...real,
      append: async (webhooks) => {
        waiting.push(...webhooks);
        return webhooks.length;
      },
      readPage: async (...args) => {
        reads += 1;
        if (reads % 2 === 0) await real.append(waiting.splice(0));
        return real.readPage(...args);
      },
    };
  },
};

export const anySpellingIsKnown: Mutant = {
  name: 'any-spelling-is-known',
  breaks: 'c',
  about: 'a spelling of the product counts as learnt though no webhook with a bound id used it',
  db: (seen) => ({ ...seen, codesSpelt: async () => ['TSEL10'] }),
};

export const erasesUnacked: Mutant = {
  name: 'erases-unacked',
  breaks: 'e',
  about: 'the relay erases what it is asked to, whether the counter has acknowledged it or not',
  relayStore: (real) => ({
    ...real,
    erase: async (mailbox, names) => {
      await real.ack([{ mailbox, sequence: Number.MAX_SAFE_INTEGER }]);
      return real.erase(mailbox, names);
    },
  }),
};
