import { setNonce } from 'get-nonce';

/** Gives the page's nonce to libraries that inject a style sheet, so that the policy lets it through. */
export function takeNonceOfPage(): void {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  if (nonce) setNonce(nonce);
}
