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
   * The relay names no shop for this counter any more. The relay may be an older copy from before the counter joined, so the counter sells alone
   * only after a supervisor confirms it.
   */
  isLeft?: true;
}

export interface ErasureDigest {
  /** the shop key's */
  keyId: string;
  of(customerNo: string): string;
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

export class ShopMembership {
  readonly #deps: Deps;
  readonly #queue = createSerialQueue();
  #key: ShopKey | null = null;
  #current: KnownShop | null = null;
  #erasureKeys: readonly ErasureKey[] = [];
  /** by the newest page */
  #newest: ShopOfMailbox | null = null;

  private constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Rejects with SecretsError while the kept secrets cannot be read. */
  static async open(deps: Deps): Promise<ShopMembership> {
    const { secrets, mailbox } = deps;
    const membership = new ShopMembership(deps);
    membership.#key = readShopKey((await secrets.read('shopKey')) ?? '');
    const last = await readSecretJson(secrets, 'knownShop', KnownShop);
    membership.#current = last?.mailbox === mailbox ? last : null;
    membership.#erasureKeys = (await readSecretJson(secrets, 'erasureKeys', ErasureKeys)) ?? [];
    await membership.#keepErasureKey();
    return membership;
  }

  /** null: the counter is in no shop, as far as it knows */
  shop(): Shop | null {
    if (!this.#current) return null;
    const { id, name, role, isLeft } = this.#current;
    return { id, name, ...(role ? { role } : {}), ...(isLeft ? { isLeft } : {}), key: this.#shopKey() };
  }

  /** names the shop's key, as the relay last said; null: it has none, or the counter is in no shop */
  keyId(): string | null {
    return this.#current?.keyId ?? null;
  }

  /** what a page of the mailbox says of its shop; null: it is in none */
  learn(shop: ShopOfMailbox | null): void {
    this.#newest = shop;
    // Sooner than it is kept: nothing is sold in between as if there was no shop.
    if (shop !== null && this.#current === null) {
      this.#current = { ...shop, mailbox: this.#deps.mailbox, rosters: rostersOf(shop) };
      this.#quietly(() => this.#keep(this.#current));
    }
    if (shop !== null || this.#current !== null) this.#quietly(() => this.#follow(shop));
  }

  /** the rosters of its shop that the relay has named, and whether the newest page names another than the last: an older copy may do */
  rosters(): { seen: readonly string[]; isOther: boolean } {
    const { id, rosters: seen = [] } = this.#current ?? {};
    const newest = this.#newest;
    return { seen, isOther: newest?.roster !== undefined && newest.id === id && newest.roster !== seen.at(-1) };
  }

  /** Adds the newest page's, once the relay has the earlier ones and has answered. */
  rememberRoster(): Promise<void> {
    return this.#queue(async () => {
      const current = this.#current;
      const [roster] = this.#newest && this.#newest.id === current?.id ? rostersOf(this.#newest) : [];
      if (current === null || roster === undefined) return;
      const others = current.rosters.filter((one) => one !== roster);
      await this.#keep({ ...current, rosters: [...others, roster].slice(-maxRosters) });
    });
  }

  /** A person has said that the counter is in no shop any more. False: the relay does not say so. */
  leave(): Promise<boolean> {
    return this.#queue(async () => {
      if (!this.#current?.isLeft) return false;
      await this.#keep(null);
      return true;
    });
  }

  /**
   * Recognise erased customers: under the shop's key, and behind it under those that this machine had before. Empty: it lacks the
   * shop's key, or is in no shop.
   */
  erasureDigests(): readonly ErasureDigest[] {
    return this.#shopKey() === null ? [] : this.#erasureKeys.toReversed().map(digestUnder);
  }

  /**
   * Names customers who are erased here to the other counters, also while this one lacks the shop's key: by the newest key that it had, and
   * posted once it has that of the shop. null: it is in no shop, or never had a key.
   */
  noticeDigest(): ErasureDigest | null {
    const newest = this.#erasureKeys.at(-1);
    return this.#current && newest ? digestUnder(newest) : null;
  }

  /** resolves when what was learnt is kept */
  settled(): Promise<void> {
    return this.#queue(async () => undefined);
  }

  #quietly(task: () => Promise<void>): void {
    void this.#queue(task).catch((error: unknown) => {
      // The next page says it again.
      this.#deps.log.error('what the relay said of the shop could not be kept', { fault: errorName(error) });
    });
  }

  #shopKey(): ShopKey | null {
    const [shop, key] = [this.#current, this.#key];
    return shop && shop.keyId !== null && key?.id === shop.keyId && !shop.isLeft ? key : null;
  }

  async #follow(shop: ShopOfMailbox | null): Promise<void> {
    const before = this.#current;
    if (shop === null) return this.#followOut(before);
    const isSame = before?.id === shop.id;
    const keyId = shop.keyId ?? (isSame ? before.keyId : null);
    const rosters = isSame ? before.rosters : rostersOf(shop);
    const next = { ...shop, keyId, mailbox: this.#deps.mailbox, rosters };
    const isNew =
      !isSame ||
      before.keyId !== keyId ||
      before.name !== shop.name ||
      before.role !== shop.role ||
      before.isLeft === true;
    if (isNew) await this.#keep(next);
    // An office makes no key: it gets that of the counters.
    if (shop.keyId === null && shop.role !== 'office') await this.#offerKey(next);
    else if (shop.keyId !== null && this.#key?.id !== shop.keyId && !(await this.#adoptOffered(shop.keyId)))
      await this.#reportNewerKey(shop.keyId);
  }

  /** The relay names no shop. */
  async #followOut(before: KnownShop | null): Promise<void> {
    if (before?.role === 'office') await this.#keep(null);
    else if (before && !before.isLeft) {
      this.#deps.log.warn('the relay says that this counter is in no shop any more');
      await this.#keep({ ...before, isLeft: true });
    }
  }

  /**
   * Offers a new key to a shop without one: the first that is offered counts. It is always a new one, since one that the shop had before may
   * have been stolen; and it is kept beside that, since the page may be older than the shop's key.
   */
  async #offerKey(shop: KnownShop): Promise<void> {
    const { secrets, relay, random, log } = this.#deps;
    let text = await secrets.read('offeredShopKey');
    if (text === null) {
      text = newShopKey(random.bytes(shopKeyBytes));
      // Kept first: a key that the relay knows and no counter has would end the shop.
      await secrets.write({ offeredShopKey: text });
    }
    const answer = await relay.postKey(readShopKey(text)?.id ?? '');
    // Unanswered, it is offered again with the next page.
    if (answer.kind !== 'answered') return;
    const isOwn = await this.#adoptOffered(answer.value.keyId);
    if (!isOwn) await secrets.write({ offeredShopKey: null });
    await this.#keep({ ...shop, ...answer.value });
    log.info('the shop has a key', { own: isOwn });
  }

  /** The key that was offered is the shop's, and takes the place of the one before. */
  async #adoptOffered(keyId: string | null): Promise<boolean> {
    const { secrets, changed } = this.#deps;
    const text = await secrets.read('offeredShopKey');
    const offered = text === null ? null : readShopKey(text);
    if (offered === null || offered.id !== keyId) return false;
    await secrets.write({ shopKey: text, offeredShopKey: null });
    this.#key = offered;
    await this.#keepErasureKey();
    changed();
    return true;
  }

  /** A relay that names a key which this counter's one took the place of was put back to an older copy. */
  async #reportNewerKey(keyId: string): Promise<void> {
    const { relay, log } = this.#deps;
    const isReplaced = this.#erasureKeys.slice(0, -1).some((earlier) => earlier.keyId === keyId);
    if (this.#key === null || !isReplaced) return;
    log.warn('the relay has an earlier key of the shop');
    await relay.postKey(this.#key.id, keyId);
  }

  async #keep(next: KnownShop | null): Promise<void> {
    this.#current = next;
    this.#deps.changed();
    await this.#deps.secrets.write({ knownShop: next && JSON.stringify(next) });
  }

  /** Of the present key, while it is there: an erasure that was made under it may be read only after it was changed. */
  async #keepErasureKey(): Promise<void> {
    const key = this.#key;
    if (key === null || this.#erasureKeys.at(-1)?.keyId === key.id) return;
    const own = { keyId: key.id, key: Buffer.from(key.derive('erasure')).toString('hex') };
    const earlier = this.#erasureKeys.filter(({ keyId }) => keyId !== own.keyId);
    this.#erasureKeys = [...earlier, own].slice(-maxErasureKeys);
    try {
      await this.#deps.secrets.write({ erasureKeys: JSON.stringify(this.#erasureKeys) });
    } catch {
      // The next start keeps it: selling does not depend on it.
      this.#deps.log.warn('the key of erasures could not be kept');
    }
  }
}

function digestUnder(of: ErasureKey): ErasureDigest {
  const bytes = Buffer.from(of.key, 'hex');
  return { keyId: of.keyId, of: (customerNo) => erasureDigest(bytes, customerNo) };
}
