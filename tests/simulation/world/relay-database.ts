import type { ClaimChange } from '../../../src/relay/core/claims.ts';
import type { MailboxStore, Store, StoredWebhook } from '../../../src/relay/core/store.ts';
import { beginRestore, emptyShopDisk, leaveShop, rotateShopKey, type ShopDisk, trustShopKey } from './memory-claims.ts';
import { memoryShippedLog } from './memory-shipped-log.ts';
import { emptyRelayDisk, memoryStore, type RelayDisk } from './memory-store.ts';

export type RelayStore = Store & Pick<MailboxStore, 'rotateSecret'>;

export type KeptWebhook = Pick<StoredWebhook, 'sequence' | 'check' | 'ref' | 'body'>;

/** The one shop of a world, as its relays have it. */
export interface StoredShop extends Pick<ShopDisk, 'shop' | 'members' | 'offices'> {
  claims: readonly Pick<ClaimChange, 'id' | 'mailbox' | 'version' | 'state'>[];
}

/** What the relays of one world share: it outlives every kill of theirs. */
export interface RelayDatabase {
  /** For one more mailbox, which is made in it first. */
  mailbox(): MailboxDatabase;
  /** Null: its mailboxes are in no shop. */
  readShop(): Promise<StoredShop | null>;
  readonly shippedLog: Store['shippedLog'];
  /** As the command of the relay does it. */
  rotateShopKey(): Promise<void>;
  /** As the command of the relay does it: takes the newer key that a counter has named. False: none has. */
  trustShopKey(): Promise<boolean>;
  /** Copies what relays write beside notices. */
  copy(): Promise<void>;
  /**
   * Puts that copy back, the key of the shop with it, and says so as the command does. An operator who answers its questions changes
   * mailboxes and their secrets again at once, so those stay; and notices, which are numbered on.
   */
  putBack(): Promise<void>;
}

export interface MailboxDatabase {
  /** as a process of the relay opens it, or a command */
  open(): RelayStore;
  /** what is kept in the mailbox, oldest first */
  webhooks(): Promise<{ ackedThrough: number; webhooks: readonly KeptWebhook[] }>;
  /** disables it, as the command does */
  disable(): Promise<void>;
  dropOldest(count: number): Promise<void>;
}

/** Makes the empty database of a world. @param shop null: there is none; `keyId` as emptyShopDisk has it */
export type OpenRelayDatabase = (shop: { keyId: string | null } | null) => Promise<RelayDatabase>;

/** In memory; see memoryStore. */
export const openMemoryDatabase: OpenRelayDatabase = async (shop) => {
  const disk = shop && emptyShopDisk(shop.keyId);
  const mailboxes: RelayDisk[] = [];
  let restores = 0;
  let copied: {
    shop: Pick<ShopDisk, 'claims' | 'logs' | 'shop' | 'members'> | null;
    mailboxes: RelayDisk[];
  } | null = null;
  return {
    mailbox() {
      const own = emptyRelayDisk();
      mailboxes.push(own);
      return mailboxIn(own, disk);
    },
    readShop: async () => disk && { ...disk },
    get shippedLog() {
      return memoryShippedLog(disk?.logs ?? new Map());
    },
    rotateShopKey: async () => void (disk && rotateShopKey(disk)),
    trustShopKey: async () => disk !== null && trustShopKey(disk),
    async copy() {
      copied = structuredClone({
        shop: disk && { claims: disk.claims, logs: disk.logs, shop: disk.shop, members: disk.members },
        mailboxes,
      });
    },
    async putBack() {
      if (copied === null) return;
      const then = structuredClone(copied);
      if (disk) {
        const { members, shop } = disk;
        Object.assign(disk, then.shop, { newerKeyId: null });
        // Each change of its counters is made again.
        disk.shop = { ...disk.shop, ...(shop.roster === undefined ? {} : { roster: shop.roster }) };
        beginRestore(disk, `restore ${(restores += 1)}`);
        for (const mailbox of disk.members.keys()) if (!members.has(mailbox)) leaveShop(disk, mailbox);
      }
      for (const [at, { webhooks, last, mailbox }] of then.mailboxes.entries()) {
        const own = mailboxes[at];
        if (!own?.mailbox || !mailbox) continue;
        const { ackedThrough, ackedBy, prunedThrough, prunedCheck } = mailbox;
        Object.assign(own.mailbox, { ackedThrough, ackedBy, prunedThrough, prunedCheck, reader: null });
        Object.assign(own, { webhooks, last });
      }
    },
  };
};

function mailboxIn(disk: RelayDisk, shop: ShopDisk | null): MailboxDatabase {
  return {
    open: () => memoryStore(disk, shop),
    webhooks: async () => ({
      ackedThrough: disk.mailbox?.ackedThrough ?? 0,
      webhooks: disk.webhooks.map((webhook) => ({ ...webhook })),
    }),
    async disable() {
      if (!disk.mailbox) return;
      disk.mailbox.isDisabled = true;
      disk.directoryVersion += 1;
      if (shop) leaveShop(shop, disk.mailbox.id);
    },
    async dropOldest(count) {
      for (const { sequence, check } of disk.webhooks.splice(0, count))
        if (disk.mailbox) Object.assign(disk.mailbox, { prunedThrough: sequence, prunedCheck: check });
    },
  };
}
