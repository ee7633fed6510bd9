import type { Provider } from './classify-response.ts';

type ProductOutcome = Awaited<ReturnType<Provider['product']>>;

const otherRefusals: ReadonlySet<number> = new Set([401, 403, 429]);

/** Whether the answer may mean that there is no such product: no answer at all, and a refusal of the key, say nothing about it. */
const mayBeUnknown = (outcome: ProductOutcome): boolean =>
  (outcome.kind === 'refused' && (outcome.status === null || !otherRefusals.has(outcome.status))) ||
  (outcome.kind === 'unclear' && outcome.status === 404);

/**
 * Asks about a product by its code as typed and, where the provider does not know it, once more in capitals, as most codes are written.
 * The question changes nothing at the provider, so it may be repeated. An answer to the second one counts only where it knows the product.
 */
export async function productInAnyCase(provider: Provider, productCode: string): Promise<ProductOutcome> {
  const outcome = await provider.product(productCode);
  const capitals = productCode.toUpperCase();
  if (capitals === productCode || !mayBeUnknown(outcome)) return outcome;
  const second = await provider.product(capitals);
  return second.kind === 'answered' ? second : outcome;
}
