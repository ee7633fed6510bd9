import { navigate } from '../../state/router.ts';

/** The page reloads when the counter goes live: set-up continues at the same step. */
const key = 'konter.setup';

export function openSetup(): void {
  navigate('setup');
}

const productKey = 'konter.setup.product';

/** To be called before the counter goes live. @param productCode the product that was tested: the first of the live catalogue */
export function comeBackToSetup(productCode: string | null): void {
  window.sessionStorage.setItem(key, 'open');
  if (productCode !== null) window.sessionStorage.setItem(productKey, productCode);
}

/** The product that was tested before the counter went live; once. */
export function takeTestedProduct(): string | null {
  const productCode = window.sessionStorage.getItem(productKey);
  window.sessionStorage.removeItem(productKey);
  return productCode;
}

/** Once at the start of the page. */
export function goOnWithSetup(): void {
  if (window.sessionStorage.getItem(key) === null) return;
  window.sessionStorage.removeItem(key);
  openSetup();
}
