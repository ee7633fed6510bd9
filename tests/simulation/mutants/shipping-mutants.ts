import type { TransportOutcome } from '../../../src/main/base/system.ts';
import type { ShippedLogStore } from '../../../src/relay/core/shipped-log.ts';
import type { Store } from '../../../src/relay/core/store.ts';
import { ShippedBatches } from '../../../src/shared/wire/shipped-log.ts';
import type { Mutant } from './mutant.ts';

const prunesTooMuch: Mutant = {
  name: 'prunes-too-much',
  breaks: 'n',
  about: 'a snapshot takes the place of all that is there when it comes, also of what it does not hold',
  relayStore: (real) =>
    shipping(real, (log) => ({
      ...log,
      async commitSnapshot(mailbox, snapshot, at) {
        const { through, head } = await log.read(mailbox);
        const all = head !== null && through > snapshot.through ? { through, head } : {};
        return log.commitSnapshot(mailbox, { ...snapshot, ...all }, at);
      },
    })),
};

const believesItself: Mutant = {
  name: 'believes-itself',
  breaks: 'n',
  about: 'what the relay once had of its log, a counter believes it has for good',
  toRelay: (real) => {
    let once: TransportOutcome | null = null;
    return {
      async exchange(request) {
        if (!request.url.includes('/log?')) return real.exchange(request);
        const outcome = once ?? (await real.exchange(request));
        if (outcome.kind === 'answered' && outcome.status === 200) once = outcome;
        return outcome;
      },
    };
  },
};

const leavesOutTheLast: Mutant = {
  name: 'leaves-out-the-last',
  breaks: 'o',
  about: 'of what a counter shipped, an office reads all but the last batch',
  toRelay: (real) => ({
    async exchange(request) {
      const outcome = await real.exchange(request);
      if (!request.url.includes('/shop/log/batches') || outcome.kind !== 'answered') return outcome;
      const page = ShippedBatches.safeParse(JSON.parse(new TextDecoder().decode(outcome.body))).data;
      if (!page) return outcome;
      const body = JSON.stringify({ ...page, batches: page.batches.slice(0, -1) });
      return { ...outcome, body: new TextEncoder().encode(body) };
    },
  }),
};

const erasesHereAlone: Mutant = {
  name: 'erases-here-alone',
  breaks: 'p',
  about: 'the other counters are never notified of a customer who was erased',
  toRelay: (real) => ({
    async exchange(request) {
      if (!request.url.endsWith('/shop/notices') || request.method !== 'POST') return real.exchange(request);
      return { kind: 'answered', status: 200, headers: {}, body: new TextEncoder().encode('{"seq":1}') };
    },
  }),
};

const shipping = (real: Store, bent: (log: ShippedLogStore) => ShippedLogStore): Store => ({
  ...real,
  shippedLog: bent(real.shippedLog),
});

/** Found in the worlds of shops. */
export const shippingMutants: readonly Mutant[] = [prunesTooMuch, believesItself, leavesOutTheLast, erasesHereAlone];
