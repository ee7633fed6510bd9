import type { NewWebhook, Store } from '../../src/relay/core/store.ts';
import type { Chance } from '../simulation/engine/chance.ts';

/** The one mailbox that there is. */
export const askedMailbox = {
  id: 'm1',
  name: 'shop',
  tokenHash: 'ab',
  ciphertext: 'ciphertext',
  createdAt: '2026-01-01T00:00:00.000Z',
};

type Ask = (store: Store) => Promise<unknown>;

/** Any question or order, the same to whatever store it is put to. */
export function anyAsk(chance: Chance): Ask {
  const id = chance.happens(0.9) ? askedMailbox.id : 'unknown';
  const sequence = chance.between(0, 40);
  switch (chance.between(0, 5)) {
    case 0: {
      const acks = Array.from({ length: chance.between(1, 3) }, () => ({
        mailbox: id,
        sequence: chance.between(0, 40),
        ...(chance.happens(0.5) ? { counter: 'c1' } : {}),
      }));
      return (store) => store.ack([{ mailbox: id, sequence }, ...acks]);
    }
    case 1: {
      const [ackedBefore, unackedBefore] = [at(chance), at(chance)];
      const limit = chance.between(1, 4);
      return (store) => store.prune({ ackedBefore, unackedBefore, limit });
    }
    case 2:
      return (store) => store.findMailbox(id);
    case 3: {
      const limit = chance.between(1, 5);
      return async (store) => {
        const page = await store.readPage(id, sequence, limit);
        const hex = page?.webhooks.map(({ body, ...rest }) => [rest, Buffer.from(body).toString('hex')]);
        return page && { ...page, webhooks: hex };
      };
    }
    case 4:
      return (store) => store.directoryVersion();
    default: {
      const webhooks = Array.from({ length: chance.between(1, 4) }, () => webhook(chance));
      return (store) => store.append(webhooks);
    }
  }
}

const at = (chance: Chance): string => new Date(Date.parse('2026-01-01') + chance.between(0, 200) * 1000).toISOString();

function webhook(chance: Chance): NewWebhook {
  const number = chance.between(0, 30);
  const body = new TextEncoder().encode(`{"n":${number}}`);
  const ref = chance.pick(['a', 'b', null]);
  const fingerprint = `${ref}/${number}`;
  return { mailbox: askedMailbox.id, ref, event: 'e', signature: 's', body, fingerprint, receivedAt: at(chance) };
}
