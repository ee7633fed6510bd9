import { hash } from 'node:crypto';
import {
  type ClaimChange,
  type ClaimStore,
  isNewSale,
  judgeClaim,
  liveBetween,
  ownClaims,
  restoreOfLeft,
  type ShopRefusal,
} from '../../../src/relay/core/claims.ts';
import type { ShopNotices } from '../../../src/shared/wire/office.ts';
import {
  isOfRoster,
  maxOpenClaims,
  type RestoreState,
  rosterPrefix,
  type ShopOfMailbox,
} from '../../../src/shared/wire/shop.ts';
import type { LogDisk } from './memory-shipped-log.ts';

/** What the relay's disk holds of the one shop. */
export interface ShopDisk {
  shop: ShopOfMailbox;
  /** of its counters, by the mailbox's id */
  members: Map<string, { mailbox: number; counter: string }>;
  claims: ClaimChange[];
  /** what each counter shipped, by its mailbox's id */
  logs: Map<string, LogDisk>;
  /** the mailboxes of its offices */
  offices: Set<string>;
  /** every counter that ever was in it: the mailbox's id and name */
  counters: Map<string, string>;
  notices: ShopNotices['notices'];
  /** the number of the newest, also of those that are gone */
  lastNotice: number;
  /** a key that a counter has in the place of the shop's, which is of an older copy; null: none is known */
  newerKeyId: string | null;
  /** the restore since which a counter may not have compared; see PostedRestore */
  restore: { id: string } | null;
  /** the restore after which each counter has compared last, by its mailbox's id */
  compared: Map<string, string>;
  /** every one that it has had, or that a counter has posted */
  rosters: Set<string>;
  /** the relays at this disk */
  watchers: Set<(mailboxes: readonly string[]) => void>;
}

/** @param keyId of the key that its counters have; null: no counter has made one */
export const emptyShopDisk = (keyId: string | null): ShopDisk => ({
  shop: { id: 'shop 1', name: 'Shop', keyId },
  members: new Map(),
  claims: [],
  logs: new Map(),
  offices: new Set(),
  counters: new Map(),
  notices: [],
  lastNotice: 0,
  newerKeyId: null,
  restore: null,
  compared: new Map(),
  rosters: new Set(),
  watchers: new Set(),
});

/** As the command of the relay does it: no key, and what is unresolved was claimed with one that nobody is to know any more. */
export function rotateShopKey(disk: ShopDisk): void {
  disk.shop = { ...disk.shop, keyId: null };
  disk.newerKeyId = null;
  disk.notices = [];
  disk.claims = disk.claims.map((claim) =>
    claim.state === 'unresolved' ? { ...claim, product: '', number: '', holds: false, sealed: null } : claim,
  );
}

/** As the command of the relay does it: takes the newer key that a counter has named. False: none has. */
export function trustShopKey(disk: ShopDisk): boolean {
  const { newerKeyId } = disk;
  if (newerKeyId === null) return false;
  rotateShopKey(disk);
  disk.shop = { ...disk.shop, keyId: newerKeyId };
  return true;
}

/** As the command of the relay does it after an older copy was put back. */
export function beginRestore(disk: ShopDisk, id: string): void {
  disk.restore = { id };
}

/** A counter leaves the shop: only a supervisor ends a wait in which it has not compared. False: it was not in it. */
export function leaveShop(disk: ShopDisk, mailbox: string): boolean {
  const { restore, compared, members } = disk;
  if (!members.delete(mailbox)) return false;
  if (restore && compared.get(mailbox) !== restore.id) disk.restore = { id: restoreOfLeft(restore.id) };
  nameRoster(disk);
  return true;
}

/** Its counters are others than before. */
export function nameRoster(disk: ShopDisk): void {
  const roster = hash('sha256', String(disk.rosters.size)).slice(0, 16);
  disk.shop = { ...disk.shop, roster };
  disk.rosters.add(roster);
}

const waitingCounters = ({ restore, compared, members }: ShopDisk): string[] =>
  restore === null
    ? []
    : [...members].flatMap(([id, { counter }]) => (compared.get(id) === restore.id ? [] : [counter]));

const restoreOf = (disk: ShopDisk): RestoreState =>
  disk.restore === null ? {} : { restore: { id: disk.restore.id, waiting: waitingCounters(disk) } };

const refused = { refused: 'no_shop' } as const;

/** The claims of the one shop in memory, decided as in the real store: each method is one transaction. @param disk null: there is no shop */
/** The shop as the relay describes it to a counter, without its notices. */
const described = ({ shop, restore }: ShopDisk): ShopDisk['shop'] => ({
  ...shop,
  ...(restore === null ? {} : { restore: restore.id }),
});

export function memoryClaims(disk: ShopDisk | null): ClaimStore {
  const read = (disk: ShopDisk): ClaimChange[] => {
    const members = new Set([...disk.members.values()].map(({ mailbox }) => mailbox));
    return disk.claims.map((claim) => ({ ...claim, isRevoked: !members.has(claim.mailbox) }));
  };
  /** The work of a counter of the shop. */
  const asMember = async <T>(
    id: string,
    work: (disk: ShopDisk, member: { mailbox: number; counter: string }) => T | ShopRefusal,
  ): Promise<T | ShopRefusal> => {
    const member = disk?.members.get(id);
    return disk && member ? work(disk, member) : refused;
  };
  const put = (disk: ShopDisk, change: ClaimChange): void => {
    disk.claims = [...disk.claims.filter(({ id }) => id !== change.id), change];
  };
  return {
    recordClaims: (requests, now) =>
      Promise.all(
        requests.map(({ mailbox, keyId, claim }) =>
          asMember(mailbox, (disk, member) => {
            if (disk.shop.keyId !== keyId) return { refused: 'other_key', shop: described(disk) };
            const waiting = waitingCounters(disk);
            const isLacking = isOfRoster(disk.restore?.id) || disk.newerKeyId !== null;
            if ((waiting.length > 0 || isLacking) && isNewSale(claim)) return { refused: 'restored', waiting };
            const { result, change } = judgeClaim(read(disk), member, claim, now);
            if (change) put(disk, change);
            return result;
          }),
        ),
      ),
    openClaims: (id, now, page = null) =>
      asMember(id, (disk, { mailbox }) => {
        const { after, before } = liveBetween(now);
        const open = read(disk)
          .filter(
            ({ state, changedAt }) =>
              state === 'unresolved' || (state === 'tentative' && changedAt > after && changedAt < before),
          )
          .toSorted((one, other) => one.id.localeCompare(other.id));
        const own = open.filter((claim) => claim.mailbox === mailbox && claim.id > (page ?? ''));
        return {
          ...restoreOf(disk),
          ...ownClaims(own.slice(0, maxOpenClaims), page),
          others: (page ? [] : open)
            .filter((claim) => claim.mailbox !== mailbox)
            .toSorted(
              (one, other) => Number(other.isRevoked) - Number(one.isRevoked) || one.since.localeCompare(other.since),
            )
            .slice(0, maxOpenClaims)
            .map(({ id, counter, state, since, day, isRevoked }) => ({ id, counter, state, since, day, isRevoked })),
        };
      }),
    settleClaim: (mailbox, { id, outcome }, now) =>
      asMember<null>(mailbox, (disk) => {
        const claim = read(disk).find((one) => one.id === id);
        if (!claim) return { refused: 'unknown' };
        if (!claim.isRevoked) return { refused: 'not_revoked' };
        if (claim.state === outcome) return null;
        if (claim.state !== 'unresolved' && claim.state !== 'tentative') return { refused: 'settled' };
        put(disk, {
          ...claim,
          state: outcome,
          holds: false,
          sealed: null,
          isSealed: false,
          changedAt: new Date(now).toISOString(),
        });
        return null;
      }),
    postRestore: (id, posted, restore) =>
      asMember<RestoreState>(id, (disk) => {
        const unknown = (posted.rosters ?? []).filter((roster) => !disk.rosters.has(roster));
        const isNotice = posted.step === 'noticed';
        if (isNotice && posted.rosters === undefined) disk.restore ??= { id: restore };
        if (unknown.length > 0) {
          for (const roster of unknown) disk.rosters.add(roster);
          disk.restore = { id: `${rosterPrefix}${restore}` };
        }
        const present = disk.restore;
        if (!present || (posted.step !== 'noticed' && posted.id !== present.id)) return restoreOf(disk);
        if (posted.step === 'compared') disk.compared.set(id, present.id);
        const isOver = waitingCounters(disk).length === 0 && !isOfRoster(present.id);
        if (posted.step === 'accepted' || isOver) disk.restore = null;
        return restoreOf(disk);
      }),
    setShopKey: (id, { keyId, replaces }) =>
      asMember<ShopOfMailbox>(id, (disk) => {
        if (disk.shop.keyId !== null && disk.shop.keyId !== keyId) {
          if (disk.shop.keyId === replaces) disk.newerKeyId ??= keyId;
          return { refused: 'other_key', shop: described(disk) };
        }
        disk.shop = { ...disk.shop, keyId };
        return described(disk);
      }),
    countUnresolved: async () => disk?.claims.filter(({ state }) => state === 'unresolved').length ?? 0,
    pruneClaims: async ({ before, limit }) => {
      const old = (disk?.claims ?? []).filter(({ state, changedAt }) => state !== 'unresolved' && changedAt < before);
      const gone = new Set(old.slice(0, limit));
      if (disk) disk.claims = disk.claims.filter((claim) => !gone.has(claim));
      return gone.size;
    },
  };
}
