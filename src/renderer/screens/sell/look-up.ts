import type { Product } from '../../../shared/contract/selling.ts';
import { call } from '../../host/call.ts';
import { refreshKnownProducts, useKnownProducts } from '../../store/known-products.ts';
import { orInCapitals } from '../sale/in-capitals.ts';
import { matchingProducts } from './matching-products.ts';
import { change, useSell } from './sell-store.ts';

/** Takes a product that is known here, with the price it was last sold for. */
export function chooseKnown(product: Product): void {
  const known = useKnownProducts.getState().products?.find((each) => each.product.productCode === product.productCode);
  change({ code: product.productCode, product, price: known?.sellingPrice ?? useSell.getState().draft.price });
}

/** Whether what was typed can be a code at all, rather than the words of a name. */
const isCodeLike = (typed: string): boolean =>
  /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9._-]*$/.test(typed) || /^[A-Z]+$/.test(typed);

/** What Enter in the product field means: the only known product of that name, or the code looked up. */
export async function takeTyped(): Promise<boolean> {
  const typed = useSell.getState().draft.code.trim();
  const only = matchingProducts(useKnownProducts.getState().products ?? [], typed, 'prepaid');
  if (!isCodeLike(typed) && only.length === 1 && only[0]) {
    chooseKnown(only[0].product);
    return true;
  }
  return lookUp();
}

/** Asks the provider about the code in the field. Says whether there is a product now. */
export async function lookUp(): Promise<boolean> {
  const { draft, lookingUp } = useSell.getState();
  const productCode = draft.code.trim();
  if (lookingUp || productCode === '') return false;
  useSell.setState({ lookingUp: true, problem: null });
  const answer = await orInCapitals(productCode, (code) => call('product', { productCode: code }));
  useSell.setState({ lookingUp: false });
  // Somebody typed on meanwhile: the answer is about something else.
  if (useSell.getState().draft.code.trim() !== productCode) return false;
  if (!answer.ok) {
    useSell.setState({ problem: answer.error });
    return false;
  }
  chooseKnown(answer.value);
  void refreshKnownProducts();
  return true;
}
