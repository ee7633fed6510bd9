import type { NoticeStore, OfficeStore } from '../../../src/relay/core/store.ts';
import type { ShopDisk } from './memory-claims.ts';
import { memoryShippedLog } from './memory-shipped-log.ts';

const storedAtOf = (storedAt: string | null): { storedAt?: string } => (storedAt === null ? {} : { storedAt });

/** What an office reads of the one shop. @param disk null: there is no shop */
export function memoryOffice(disk: ShopDisk | null): OfficeStore {
  return {
    async counters(office) {
      if (!disk?.offices.has(office)) return { refused: 'no_office' };
      const logs = memoryShippedLog(disk.logs);
      const counters = [...disk.counters].map(async ([mailbox, name]) => {
        const counter = { mailbox, name, isRevoked: !disk.members.has(mailbox), log: await logs.read(mailbox) };
        return Object.assign(counter, storedAtOf(disk.logs.get(mailbox)?.storedAt ?? null));
      });
      return { shop: shopFor(disk, office), counters: await Promise.all(counters) };
    },
    async refusal(office, counter) {
      if (!disk?.offices.has(office)) return { refused: 'no_office' };
      return disk.counters.has(counter) ? null : { refused: 'unknown' };
    },
    officesOf: async () => [...(disk?.offices ?? [])],
  };
}

/** The shop as the relay describes it to one of its mailboxes. */
export const shopFor = ({ shop, offices, lastNotice, restore }: ShopDisk, mailbox: string): ShopDisk['shop'] => ({
  ...shop,
  ...(offices.has(mailbox) ? { role: 'office' as const } : {}),
  ...(lastNotice > 0 ? { notices: lastNotice } : {}),
  ...(restore === null ? {} : { restore: restore.id }),
});

const noticesPerPage = 200;

/** The notices of the one shop. @param disk null: there is no shop */
export function memoryNotices(disk: ShopDisk | null): NoticeStore {
  const isMember = (mailbox: string): boolean =>
    disk !== null && (disk.members.has(mailbox) || disk.offices.has(mailbox));
  return {
    async post(mailbox, { keyId, ...notice }) {
      if (!disk || !isMember(mailbox)) return { refused: 'no_shop' };
      if (notice.topic === 'office' && !disk.offices.has(mailbox)) return { refused: 'no_office' };
      if (disk.shop.keyId !== keyId) return { refused: 'other_key', shop: shopFor(disk, mailbox) };
      const present = disk.notices.find(({ id }) => id === notice.id);
      if (present) return { seq: present.seq };
      // Their ids stay, as at the real store.
      if (notice.topic === 'office') {
        disk.notices = disk.notices.map((one) => (one.topic === 'office' ? { ...one, sealed: '' } : one));
      }
      disk.lastNotice += 1;
      disk.notices.push({ ...notice, seq: disk.lastNotice });
      return { seq: disk.lastNotice };
    },
    async after(mailbox, after) {
      if (!disk || !isMember(mailbox)) return { refused: 'no_shop' };
      const notices = disk.notices.filter(({ seq, sealed }) => seq > after && sealed !== '');
      return { notices: notices.slice(0, noticesPerPage), more: notices.length > noticesPerPage };
    },
    membersOf: async () => [...(disk?.members.keys() ?? []), ...(disk?.offices ?? [])],
    prune: async () => 0,
  };
}
