import { setNonce } from 'get-nonce';

/** Gives the page's nonce to libraries that inject a style sheet: the content security policy requires it. */
export function applyNonce(): void {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  if (nonce) setNonce(nonce);
}
