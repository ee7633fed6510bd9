import { z } from 'zod';
import { maxRosters, ShopKeyId, ShopOfMailbox } from '../../shared/wire/shop.ts';
import { createSerialQueue } from '../base/async.ts';
import { readSecretJson, type Secrets } from '../base/secrets.ts';
import { errorName, type Log, type Random } from '../base/system.ts';
import type { ShopAtRelay } from '../relay-client/index.ts';
import { erasureDigest, newShopKey, readShopKey, type ShopKey, shopKeyBytes } from './shop-key.ts';

/** The shop that this counter belongs to, as the relay last said. */
export interface Shop {
  /** the relay's for it */
  id: string;
  name: string;
  /** it follows the counters, and sells nothing. Left out: a counter */
  role?: 'office';
  /** null: this counter lacks the shop's key, or the relay says that it is in no shop, and it sells nothing */
  key: ShopKey | null;
  /**
   * The relay says that this counter is in no shop any more. It may be an older copy that does not know it yet, so the counter goes on alone
   * only once a person says so.
   */
  isLeft?: true;
}

export interface ErasureDigest {
  /** the shop key's */
  keyId: string;
  of(customerNo: string): string;
}

export interface ShopMembership {
  /** null: the counter is in no shop, as far as it knows */
  shop(): Shop | null;
  /** names the shop's key, as the relay last said; null: it has none, or the counter is in no shop */
  keyId(): string | null;
  /** what a page of the mailbox says of its shop; null: it is in none */
  learn(shop: ShopOfMailbox | null): void;
  /** the rosters of its shop that the relay has named, and whether the newest page names another than the last: an older copy may do */
  rosters(): { seen: readonly string[]; isOther: boolean };
  /** Adds the newest page's, once the relay has the earlier ones and has answered. */
  rememberRoster(): Promise<void>;
  /** A person has said that the counter is in no shop any more. False: the relay does not say so. */
  leave(): Promise<boolean>;
  /**
   * Recognise erased customers: under the shop's key, and behind it under those that this machine had before. Empty: it lacks the
   * shop's key, or is in no shop.
   */
  erasureDigests(): readonly ErasureDigest[];
  /**
   * Names customers who are erased here to the other counters, also while this one lacks the shop's key: by the newest key that it had, and
   * posted once it has that of the shop. null: it is in no shop, or never had a key.
   */
  noticeDigest(): ErasureDigest | null;
  /** resolves when what was learnt is kept */
  settled(): Promise<void>;
}

/** Kept over restarts: a bill that is paid while the relay is away is one of a shop all the same. */
const KnownShop = ShopOfMailbox.extend({
  mailbox: z.string(),
  isLeft: z.literal(true).optional(),
  /** the newest last */
  rosters: z.array(z.string()).default([]),
});
type KnownShop = z.infer<typeof KnownShop>;

const rostersOf = ({ roster }: ShopOfMailbox): string[] => (roster === undefined ? [] : [roster]);

const ErasureKey = z.object({ keyId: ShopKeyId, key: z.string().regex(/^[0-9a-f]{64}$/) });
type ErasureKey = z.infer<typeof ErasureKey>;
const ErasureKeys = z.array(ErasureKey);
/** A key is changed after a theft: more of them are of longer ago than erasures are kept. */
const maxErasureKeys = 20;

interface Deps {
  secrets: Secrets;
  relay: ShopAtRelay;
  /** names the mailbox without telling its id */
  mailbox: string;
  random: Random;
  log: Log;
  changed(): void;
}

/** Rejects with SecretsError while the kept secrets cannot be read. */
export async function openShopMembership(deps: Deps): Promise<ShopMembership> {
  const { secrets, relay, mailbox, random, log, changed } = deps;
  let key = readShopKey((await secrets.read('shopKey')) ?? '');
  let known = await readSecretJson(secrets, 'knownShop', KnownShop);
  if (known?.mailbox !== mailbox) known = null;
  let erasureKeys = (await readSecretJson(secrets, 'erasureKeys', ErasureKeys)) ?? [];
  /** Of the present key, while it is there: an erasure that was made under it may be read only after it was changed. */
  const keepErasureKey = async (): Promise<void> => {
    if (key === null || erasureKeys.at(-1)?.keyId === key.id) return;
    const own = { keyId: key.id, key: Buffer.from(key.derive('erasure')).toString('hex') };
    const earlier = erasureKeys.filter(({ keyId }) => keyId !== own.keyId);
    erasureKeys = [...earlier, own].slice(-maxErasureKeys);
    try {
      await secrets.write({ erasureKeys: JSON.stringify(erasureKeys) });
    } catch {
      // The next start keeps it: selling does not depend on it.
      log.warn('the key of erasures could not be kept');
    }
  };
  await keepErasureKey();
  /** by the newest page */
  let said: ShopOfMailbox | null = null;
  const queue = createSerialQueue();
  const keep = async (next: KnownShop | null): Promise<void> => {
    known = next;
    changed();
    await secrets.write({ knownShop: next && JSON.stringify(next) });
  };
  /** The key that was offered is the shop's, and takes the place of the one before. */
  const adoptOffered = async (keyId: string | null): Promise<boolean> => {
    const text = await secrets.read('offeredShopKey');
    const offered = text === null ? null : readShopKey(text);
    if (offered === null || offered.id !== keyId) return false;
    await secrets.write({ shopKey: text, offeredShopKey: null });
    key = offered;
    await keepErasureKey();
    changed();
    return true;
  };
  /**
   * Offers a new key to a shop without one: the first that is offered counts. It is always a new one, since one that the shop had before may
   * have been stolen; and it is kept beside that, since the page may be older than the shop's key.
   */
  const offerKey = async (shop: KnownShop): Promise<void> => {
    let text = await secrets.read('offeredShopKey');
    if (text === null) {
      text = newShopKey(random.bytes(shopKeyBytes));
      // Kept first: a key that the relay knows of and nobody has would end the shop.
      await secrets.write({ offeredShopKey: text });
    }
    const answer = await relay.postKey(readShopKey(text)?.id ?? '');
    // Unanswered, it is offered again with the next page.
    if (answer.kind !== 'answered') return;
    const isOwn = await adoptOffered(answer.value.keyId);
    if (!isOwn) await secrets.write({ offeredShopKey: null });
    await keep({ ...shop, ...answer.value });
    log.info('the shop has a key', { own: isOwn });
  };
  /** A relay that names a key which this counter's one took the place of was put back to an older copy. */
  const reportNewerKey = async (keyId: string): Promise<void> => {
    const replaced = erasureKeys.slice(0, -1).some((earlier) => earlier.keyId === keyId);
    if (key === null || !replaced) return;
    log.warn('the relay has an earlier key of the shop');
    await relay.postKey(key.id, keyId);
  };
  const follow = async (said: ShopOfMailbox | null): Promise<void> => {
    const before = known;
    if (said === null) {
      if (before?.role === 'office') await keep(null);
      else if (before && !before.isLeft) {
        log.warn('the relay says that this counter is in no shop any more');
        await keep({ ...before, isLeft: true });
      }
      return;
    }
    const isSame = before?.id === said.id;
    const keyId = said.keyId ?? (isSame ? before.keyId : null);
    const next = { ...said, keyId, mailbox, rosters: isSame ? before.rosters : rostersOf(said) };
    const isNew =
      !isSame ||
      before.keyId !== keyId ||
      before.name !== said.name ||
      before.role !== said.role ||
      before.isLeft === true;
    if (isNew) await keep(next);
    // An office makes no key: it is given that of the counters.
    if (said.keyId === null && said.role !== 'office') await offerKey(next);
    else if (said.keyId !== null && key?.id !== said.keyId && !(await adoptOffered(said.keyId)))
      await reportNewerKey(said.keyId);
  };
  const shopKey = (): ShopKey | null =>
    known && known.keyId !== null && key?.id === known.keyId && !known.isLeft ? key : null;
  const digestUnder = (of: ErasureKey): ErasureDigest => {
    const bytes = Buffer.from(of.key, 'hex');
    return { keyId: of.keyId, of: (customerNo) => erasureDigest(bytes, customerNo) };
  };
  return {
    shop() {
      if (!known) return null;
      const { id, name, role, isLeft } = known;
      return { id, name, ...(role ? { role } : {}), ...(isLeft ? { isLeft } : {}), key: shopKey() };
    },
    keyId: () => known?.keyId ?? null,
    erasureDigests: () => (shopKey() === null ? [] : erasureKeys.toReversed().map(digestUnder)),
    noticeDigest() {
      const newest = erasureKeys.at(-1);
      return known && newest ? digestUnder(newest) : null;
    },
    learn(shop) {
      said = shop;
      // Sooner than it is kept: nothing is sold in between as if there was no shop.
      if (shop !== null && known === null) {
        known = { ...shop, mailbox, rosters: rostersOf(shop) };
        void queue(() => keep(known)).catch(fault);
      }
      if (shop !== null || known !== null) void queue(() => follow(shop)).catch(fault);
    },
    rosters() {
      const { id, rosters: seen = [] } = known ?? {};
      return { seen, isOther: said?.roster !== undefined && said.id === id && said.roster !== seen.at(-1) };
    },
    rememberRoster: () =>
      queue(async () => {
        const [roster] = said && said.id === known?.id ? rostersOf(said) : [];
        if (known === null || roster === undefined) return;
        const others = known.rosters.filter((one) => one !== roster);
        await keep({ ...known, rosters: [...others, roster].slice(-maxRosters) });
      }),
    leave: () =>
      queue(async () => {
        if (!known?.isLeft) return false;
        await keep(null);
        return true;
      }),
    settled: () => queue(async () => undefined),
  };

  function fault(error: unknown): void {
    // The next page says it again.
    log.error('what the relay said of the shop could not be kept', {
      fault: errorName(error),
    });
  }
}
