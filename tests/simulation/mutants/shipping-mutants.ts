import type { TransportOutcome } from '../../../src/main/base/system.ts';
import type { ShippedLogStore } from '../../../src/relay/core/shipped-log.ts';
import type { Store } from '../../../src/relay/core/store.ts';
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

const shipping = (real: Store, bent: (log: ShippedLogStore) => ShippedLogStore): Store => ({
  ...real,
  shippedLog: bent(real.shippedLog),
});

/** Found in the worlds of shops. */
export const shippingMutants: readonly Mutant[] = [prunesTooMuch, believesItself];
