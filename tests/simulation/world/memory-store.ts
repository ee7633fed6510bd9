import { checkOf } from '../../../src/relay/core/cursor.ts';
import {
  isErased,
  type MailboxStore,
  maxVariants,
  type NewMailbox,
  type NewWebhook,
  type Store,
  type StoredWebhook,
} from '../../../src/relay/core/store.ts';
import { memoryClaims, nameRoster, type ShopDisk } from './memory-claims.ts';
import { memoryNotices, memoryOffice, shopFor } from './memory-office.ts';
import { memoryShippedLog } from './memory-shipped-log.ts';

/** What the relay's disk holds: it outlives every kill of the relay. */
export interface RelayDisk {
  mailbox:
    | (Omit<NewMailbox, 'ciphertext'> & {
        secrets: { ciphertext: string; retiredAt: string | null }[];
        keyless: boolean;
        isDisabled?: boolean;
        ackedThrough: number;
        ackedBy: string | null;
        prunedThrough: number;
        prunedCheck: string | null;
        reader: string | null;
      })
    | null;
  directoryVersion: number;
  webhooks: (StoredWebhook & { mailbox: string; fingerprint: string })[];
  last: number;
}

export const emptyRelayDisk = (): RelayDisk => ({ mailbox: null, directoryVersion: 0, webhooks: [], last: 0 });

/**
 * The relay's store in memory. The real one goes through a query builder, which alone takes longer than all the rest of a
 * simulated world; tests/simulation/store-likeness.full.test.ts holds the two to the same answers. Every method does its work at
 * once and as a whole, as one SQLite transaction does: a relay that is killed has either written all of it or nothing.
 * @param shop that a mailbox made for it is in; its claims are on a disk that several mailboxes share
 */
export function memoryStore(disk: RelayDisk, shop: ShopDisk | null = null): Store & Pick<MailboxStore, 'rotateSecret'> {
  const enabledMailbox = (id: string) =>
    disk.mailbox?.id === id && disk.mailbox.isDisabled !== true ? disk.mailbox : null;
  return {
    epoch: 'simulated',
    shippedLog: memoryShippedLog(shop?.logs ?? new Map()),
    office: memoryOffice(shop),
    notices: memoryNotices(shop),
    publishShopChange: async (mailboxes) => {
      for (const watch of shop?.watchers ?? []) watch(mailboxes);
    },
    findMailbox: async (id) => {
      const mailbox = enabledMailbox(id);
      if (!mailbox) return null;
      const { tokenHash, keyless, secrets } = mailbox;
      return { tokenHash, keyless, secrets: [...secrets] };
    },
    directoryVersion: async () => disk.directoryVersion,
    readPage: async (id, after, limit, check = null) => {
      const mailbox = enabledMailbox(id);
      if (!mailbox) return null;
      const { prunedThrough, prunedCheck, ackedThrough, ackedBy } = mailbox;
      const webhooks = webhooksAfter(id, after, limit);
      const newest = webhooks.at(-1)?.sequence ?? newestIn(mailbox);
      const at = disk.webhooks.find(({ sequence }) => sequence === after);
      const checkThere = at?.check ?? (after === prunedThrough ? prunedCheck : null);
      const cursorMatches = check !== null && checkThere !== null ? checkThere === check : after <= prunedThrough;
      const acked = ackedBy === null ? undefined : { sequence: ackedThrough, counter: ackedBy };
      const page = { prunedThrough, prunedCheck, newest, cursorMatches, acked, webhooks };
      return shop && (shop.members.has(id) || shop.offices.has(id)) ? { ...page, shop: shopFor(shop, id) } : page;
    },
    admitReader: async (id, reader) => {
      const mailbox = enabledMailbox(id);
      if (!mailbox) return false;
      if (reader.takes || mailbox.reader === null) mailbox.reader = reader.id;
      return mailbox.reader === reader.id;
    },
    acquireLease: () => null,
    subscribe: ({ onShopChange }) => void shop?.watchers.add(onShopChange),
    append: async (webhooks) => {
      let fresh = 0;
      for (const webhook of webhooks) fresh += keep(webhook);
      return fresh;
    },
    appendVariants: async (variants) =>
      variants.map((one) => {
        const alike = disk.webhooks.filter(({ signature }) => signature === one.signature);
        if (alike.some(({ fingerprint }) => fingerprint === one.fingerprint)) return 'duplicate';
        return alike.length < maxVariants && keep(one) === 1 ? 'stored' : 'over_limit';
      }),
    ack: async (acks) => {
      for (const { mailbox: id, sequence, counter } of acks) {
        const mailbox = enabledMailbox(id);
        if (mailbox && mailbox.ackedThrough < sequence)
          Object.assign(mailbox, { ackedThrough: sequence, ackedBy: counter ?? null });
      }
    },
    erase: async (id, { refs, signatures }) => {
      const mailbox = enabledMailbox(id);
      if (!mailbox) return { erased: 0, kept: 0 };
      const named = disk.webhooks.filter(
        (one) => !isErased(one) && ((one.ref !== null && refs.includes(one.ref)) || signatures.includes(one.signature)),
      );
      const acked = named.filter(({ sequence }) => sequence <= mailbox.ackedThrough);
      for (const one of acked) Object.assign(one, { body: new Uint8Array(0), signature: '', ref: null });
      return { erased: acked.length, kept: named.length - acked.length };
    },
    ...memoryClaims(shop),
    prune: async ({ ackedBefore, unackedBefore, limit }) => {
      const mailbox = disk.mailbox;
      if (!mailbox) return 0;
      let pruned = 0;
      for (const one of disk.webhooks.slice(0, limit)) {
        if (one.receivedAt >= (one.sequence <= mailbox.ackedThrough ? ackedBefore : unackedBefore)) break;
        pruned += 1;
        Object.assign(mailbox, { prunedThrough: one.sequence, prunedCheck: one.check });
      }
      disk.webhooks.splice(0, pruned);
      return pruned;
    },
    createMailbox: async ({ ciphertext, ...mailbox }) => {
      const secrets = ciphertext === null ? [] : [{ ciphertext, retiredAt: null }];
      disk.mailbox = {
        ...mailbox,
        secrets,
        keyless: ciphertext === null,
        ackedThrough: 0,
        ackedBy: null,
        prunedThrough: 0,
        prunedCheck: null,
        reader: null,
      };
      disk.directoryVersion += 1;
      if (shop && mailbox.role === 'office') shop.offices.add(mailbox.id);
      else if (shop && mailbox.shop === shop.shop.id) {
        shop.counters.set(mailbox.id, mailbox.name);
        shop.members.set(mailbox.id, { mailbox: shop.members.size + 1, counter: mailbox.name });
      }
      if (shop && mailbox.shop === shop.shop.id) nameRoster(shop);
      return 'joined';
    },
    rotateSecret: async (id, { ciphertext, now, oldUntil }) => {
      disk.directoryVersion += 1;
      const mailbox = enabledMailbox(id);
      if (!mailbox) return 'unknown';
      if (mailbox.keyless) return 'keyless';
      const secrets = mailbox.secrets.filter(({ retiredAt }) => retiredAt === null || retiredAt > now);
      mailbox.secrets = secrets;
      if (secrets.some(({ retiredAt }) => retiredAt !== null)) return 'rotating';
      const ending =
        oldUntil > now ? secrets.map(({ ciphertext: old }) => ({ ciphertext: old, retiredAt: oldUntil })) : [];
      mailbox.secrets = [...ending, { ciphertext, retiredAt: null }];
      return 'rotated';
    },
    check: async () => undefined,
    close: async () => undefined,
  };

  function newestIn(mailbox: { prunedThrough: number }): number {
    return Math.max(disk.webhooks.at(-1)?.sequence ?? 0, mailbox.prunedThrough);
  }

  function webhooksAfter(id: string, after: number, limit: number): StoredWebhook[] {
    return disk.webhooks
      .filter((one) => one.mailbox === id && one.sequence > after)
      .slice(0, limit)
      .map(({ mailbox: _mailbox, fingerprint: _fingerprint, ...webhook }) => webhook);
  }

  function keep(webhook: NewWebhook): number {
    // Never issued twice, also after everything was pruned; a skipped webhook uses one up.
    disk.last += 1;
    if (disk.webhooks.some((one) => one.fingerprint === webhook.fingerprint)) return 0;
    disk.webhooks.push({ ...webhook, sequence: disk.last, check: checkOf(webhook) });
    return 1;
  }
}
