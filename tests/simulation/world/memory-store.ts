import { checkOf } from '../../../src/relay/core/cursor.ts';
import type { MailboxStore } from '../../../src/relay/core/mailbox-store.ts';
import type { KeptWebhook, NewMailbox, NewWebhook, Store } from '../../../src/relay/core/store.ts';
import { maxVariants } from '../../../src/relay/core/variants.ts';

/** What the relay's disk holds: it outlives every kill of the relay. */
export interface RelayDisk {
  mailbox:
    | (Omit<NewMailbox, 'sealedSecret'> & {
        secrets: { sealed: string; retiredAt: string | null }[];
        keyless: boolean;
        ackedTo: number;
        ackedBy: string | null;
        droppedTo: number;
        droppedCheck: string | null;
      })
    | null;
  directoryVersion: number;
  webhooks: (KeptWebhook & { mailbox: string; fingerprint: string })[];
  last: number;
}

export const emptyRelayDisk = (): RelayDisk => ({ mailbox: null, directoryVersion: 0, webhooks: [], last: 0 });

/**
 * The relay's store in memory. The real one goes through a query builder, which alone takes longer than all the rest of a
 * simulated world; tests/simulation/store-likeness.test.ts holds the two to the same answers. Every method does its work at
 * once and as a whole, as one SQLite transaction does: a relay that is killed has either written all of it or nothing.
 */
export function memoryStore(disk: RelayDisk): Store & Pick<MailboxStore, 'rotateSecret'> {
  const known = (id: string) => (disk.mailbox?.id === id ? disk.mailbox : null);
  return {
    epoch: 'simulated',
    mailbox: async (id) => {
      const mailbox = known(id);
      if (!mailbox) return null;
      const { tokenHash, keyless, secrets } = mailbox;
      return { tokenHash, keyless, secrets: [...secrets] };
    },
    directoryVersion: async () => disk.directoryVersion,
    part: async (id, after, limit, check = null) => {
      const mailbox = known(id);
      if (!mailbox) return null;
      const { droppedTo, droppedCheck, ackedTo, ackedBy } = mailbox;
      const kept = keptBehind(id, after, limit);
      const newest = kept.at(-1)?.place ?? newestIn(mailbox);
      const at = disk.webhooks.find(({ place }) => place === after);
      const checkThere = at?.check ?? (after === droppedTo ? droppedCheck : null);
      const cursorMatches = check !== null && checkThere !== null ? checkThere === check : after <= droppedTo;
      const acked = ackedBy === null ? undefined : { place: ackedTo, counter: ackedBy };
      return { droppedTo, droppedCheck, newest, cursorMatches, acked, kept };
    },
    take: () => null,
    listen: () => undefined,
    append: async (webhooks) => {
      let fresh = 0;
      for (const webhook of webhooks) fresh += keep(webhook);
      return fresh;
    },
    appendVariants: async (variants) =>
      variants.map((one) => {
        const alike = disk.webhooks.filter(({ signature }) => signature === one.signature);
        if (alike.some(({ fingerprint }) => fingerprint === one.fingerprint)) return 'known';
        return alike.length < maxVariants && keep(one) === 1 ? 'kept' : 'full';
      }),
    ack: async (acks) => {
      for (const { mailbox: id, place, counter } of acks) {
        const mailbox = known(id);
        if (mailbox && mailbox.ackedTo < place) Object.assign(mailbox, { ackedTo: place, ackedBy: counter ?? null });
      }
    },
    drop: async ({ ackedBefore, unackedBefore, limit }) => {
      const mailbox = disk.mailbox;
      if (!mailbox) return 0;
      let dropped = 0;
      for (const one of disk.webhooks.slice(0, limit)) {
        if (one.receivedAt >= (one.place <= mailbox.ackedTo ? ackedBefore : unackedBefore)) break;
        dropped += 1;
        Object.assign(mailbox, { droppedTo: one.place, droppedCheck: one.check });
      }
      disk.webhooks.splice(0, dropped);
      return dropped;
    },
    createMailbox: async ({ sealedSecret, ...mailbox }) => {
      const secrets = sealedSecret === null ? [] : [{ sealed: sealedSecret, retiredAt: null }];
      disk.mailbox = {
        ...mailbox,
        secrets,
        keyless: sealedSecret === null,
        ackedTo: 0,
        ackedBy: null,
        droppedTo: 0,
        droppedCheck: null,
      };
      disk.directoryVersion += 1;
    },
    rotateSecret: async (id, { sealed, now, oldUntil }) => {
      disk.directoryVersion += 1;
      const mailbox = known(id);
      if (!mailbox) return 'unknown';
      if (mailbox.keyless) return 'keyless';
      const secrets = mailbox.secrets.filter(({ retiredAt }) => retiredAt === null || retiredAt > now);
      mailbox.secrets = secrets;
      if (secrets.some(({ retiredAt }) => retiredAt !== null)) return 'rotating';
      const ending = oldUntil > now ? secrets.map(({ sealed: old }) => ({ sealed: old, retiredAt: oldUntil })) : [];
      mailbox.secrets = [...ending, { sealed, retiredAt: null }];
      return 'rotated';
    },
    check: async () => undefined,
    close: async () => undefined,
  };

  function newestIn(mailbox: { droppedTo: number }): number {
    return Math.max(disk.webhooks.at(-1)?.place ?? 0, mailbox.droppedTo);
  }

  function keptBehind(id: string, after: number, limit: number): KeptWebhook[] {
    return disk.webhooks
      .filter((one) => one.mailbox === id && one.place > after)
      .slice(0, limit)
      .map(({ mailbox: _mailbox, fingerprint: _fingerprint, ...kept }) => kept);
  }

  function keep(webhook: NewWebhook): number {
    // As the counter of places does: also after everything was dropped, and for one that is then passed over.
    disk.last += 1;
    if (disk.webhooks.some((one) => one.fingerprint === webhook.fingerprint)) return 0;
    disk.webhooks.push({ ...webhook, place: disk.last, check: checkOf(webhook) });
    return 1;
  }
}
