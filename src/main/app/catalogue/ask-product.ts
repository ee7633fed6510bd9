import type { Product } from '../../../shared/contract/selling.ts';
import type { WaitReason } from '../../../shared/domain/catalogue/work.ts';
import { readProduct } from '../../counter/look-up-product.ts';
import type { Provider } from '../../ports/provider.ts';

export type ProductWord =
  | { kind: 'product'; product: Product }
  | { kind: 'no_such_product'; message: string }
  | { kind: 'bad_answer' }
  /** nothing was said about this product: ask it again later */
  | { kind: 'later'; reason: Extract<WaitReason, 'too_fast' | 'unreachable'> }
  /** it would be the same for every product */
  | { kind: 'stop'; reason: Extract<WaitReason, 'credentials'> };

/** The interface shows no limit of requests and no code for one; these are what everybody uses. */
const slowDownCodes: ReadonlySet<number> = new Set([420, 429, 503, 509]);
const slowDownWords = /too many|rate.?limit|throttl|terlalu (banyak|sering|cepat)|coba lagi nanti|try again later/i;

/** Asks about one product for the catalogue, where the difference between "not now" and "no such product" counts. */
export async function askProduct(provider: Provider, productCode: string): Promise<ProductWord> {
  const outcome = await provider.product(productCode);
  switch (outcome.kind) {
    case 'answered': {
      const product = readProduct(
        outcome.value,
        outcome.faults.map(({ path }) => path),
      );
      const same = product.productCode.toUpperCase() === productCode.toUpperCase();
      return same ? { kind: 'product', product } : { kind: 'bad_answer' };
    }
    case 'refused':
      if (outcome.status === 401 || outcome.status === 403) return { kind: 'stop', reason: 'credentials' };
      return slowDownWords.test(outcome.message)
        ? { kind: 'later', reason: 'too_fast' }
        : { kind: 'no_such_product', message: outcome.message.slice(0, 200) };
    case 'never_sent':
      return { kind: 'later', reason: 'unreachable' };
    case 'unclear':
      if (outcome.status === 401 || outcome.status === 403) return { kind: 'stop', reason: 'credentials' };
      if (outcome.status === null) return { kind: 'later', reason: 'unreachable' };
      return slowDownCodes.has(outcome.status) ? { kind: 'later', reason: 'too_fast' } : { kind: 'bad_answer' };
  }
}
