import type { Mutant } from './mutant.ts';

export const retiredIsTrusted: Mutant = {
  name: 'retired-is-trusted',
  breaks: 'c',
  about: 'a key is trusted after the date on which it was retired',
  keys: (inForce, retired) => [...inForce, ...retired.map(({ key }) => key)],
};

export const forgetsTheOldKey: Mutant = {
  name: 'forgets-the-old-key',
  breaks: 'd',
  about: 'a key that was replaced is trusted no longer, whatever date it was given',
  keys: (inForce) => inForce.slice(0, 1),
};

export const quarantinedForGood: Mutant = {
  name: 'quarantined-for-good',
  breaks: 'd',
  about: 'what was quarantined for a wrong key is not replayed with the right one',
  counter: (real) => ({ ...real, reverifyWithRotatedKeys: async () => 0 }),
};

export const deafToRotation: Mutant = {
  name: 'deaf-to-rotation',
  breaks: 'e',
  about: 'a relay that knows a mailbox does not learn that its secret was changed',
  relayStore: (real) => ({ ...real, directoryVersion: async () => 1 }),
};

export const anyNameWillDo: Mutant = {
  name: 'any-name-will-do',
  breaks: 'c',
  about: 'a webhook that names another product is taken to be about the order at whose address it came',
  db: (seen) => ({
    ...seen,
    get: async (id) => {
      const sale = await seen.get(id);
      return sale && { ...sale, productName: null };
    },
  }),
};

export const overlooksAChangedKey: Mutant = {
  name: 'overlooks-a-changed-key',
  breaks: 'i',
  about: 'the counter does not look at which webhooks the relay has refused',
  mailbox: (real) => ({
    ...real,
    poll: async (request) => {
      const outcome = await real.poll(request);
      return outcome.kind === 'page' ? { ...outcome, unverified: undefined } : outcome;
    },
  }),
};
