import type { ListedProduct } from '../../shared/wire/capabilities.ts';
import type { BridgeDeps } from './deps.ts';
import type { ProductKind, ProviderAdapter } from './provider-adapter.ts';

/** One list in five minutes is the provider's rule, with room for a slow line. */
const minPauseMs = 5 * 60_000 + 10_000;
/** A list of that age is fetched again while the old one serves. */
const freshMs = 15 * 60_000;
const kinds: readonly ProductKind[] = ['prepaid', 'postpaid'];

interface KindList {
  triedAt: number;
  /** null: never fetched */
  at: number | null;
  products: ReadonlyMap<string, ListedProduct>;
}

/** A list is stored by where it is from: the trial may share it, another provider may not. */
const sourceOf = (adapter: ProviderAdapter, kind: ProductKind): string => `${kind} ${adapter.list(kind).url}`;
const keyOf = (code: string): string => code.toLowerCase();
const byCode = (products: readonly ListedProduct[]) => new Map(products.map((one) => [keyOf(one.product_code), one]));

/** The provider's lists, as they were fetched last. They outlive a restart, and so does the time of the last request. */
export class Catalogue {
  readonly #deps: BridgeDeps;
  readonly #lists = new Map<ProductKind, KindList>();
  #refreshing: Promise<void> | null = null;

  constructor(deps: BridgeDeps) {
    this.#deps = deps;
  }

  async open(): Promise<void> {
    const { store, adapter } = this.#deps;
    for (const kind of kinds) {
      const list = await store.readList(sourceOf(adapter, kind));
      if (list !== null) this.#lists.set(kind, { ...list, products: byCode(list.products) });
    }
  }

  /** A product; null: the lists have none, or there is none yet. */
  async find(code: string): Promise<ListedProduct | null> {
    if (this.#at() === null) await this.#refresh();
    else if (this.#deps.clock.now() - (this.#at() ?? 0) > freshMs) void this.#refresh();
    for (const { products } of this.#lists.values()) {
      const product = products.get(keyOf(code));
      if (product !== undefined) return product;
    }
    return null;
  }

  /** Whether each list was fetched once: what is not in them is not sold then. */
  isWhole(): boolean {
    return kinds.every((kind) => typeof this.#lists.get(kind)?.at === 'number');
  }

  /** Both lists, as new as the provider's rule allows. Null: none was ever fetched. */
  async all(): Promise<{ at: number; products: ListedProduct[] } | null> {
    await this.#refresh();
    const at = this.#at();
    // Of a code that both lists have, the product that is sold under it (`find`).
    const products = new Map<string, ListedProduct>();
    for (const list of this.#lists.values())
      for (const [key, product] of list.products) if (!products.has(key)) products.set(key, product);
    return at === null ? null : { at, products: [...products.values()] };
  }

  /** When the older of the lists was fetched. */
  #at(): number | null {
    const times = [...this.#lists.values()].flatMap(({ at }) => at ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#fetchAll()
      .catch(this.#deps.onError)
      .finally(() => {
        this.#refreshing = null;
      });
    return this.#refreshing;
  }

  async #fetchAll(): Promise<void> {
    const { store, adapter, clock, sendToProvider, log } = this.#deps;
    for (const kind of kinds) {
      const before = this.#lists.get(kind);
      const now = clock.now();
      if (before !== undefined && Math.abs(now - before.triedAt) < minPauseMs) continue;
      await store.beginList(sourceOf(adapter, kind), now);
      this.#lists.set(kind, { at: null, products: new Map(), ...before, triedAt: now });
      const answer = await sendToProvider(adapter.list(kind));
      const products = adapter.readList(kind, answer);
      if (products === null) {
        log(
          { list: kind, http: answer?.status ?? 0 },
          'no list came: look at the key, and at the addresses that the provider lets in',
        );
        continue;
      }
      // A shop may have no product of a kind; that all have gone at once is not believed.
      if (products.length === 0 && typeof before?.at === 'number') continue;
      await store.saveList(sourceOf(adapter, kind), now, products);
      this.#lists.set(kind, { triedAt: now, at: now, products: byCode(products) });
    }
  }
}
