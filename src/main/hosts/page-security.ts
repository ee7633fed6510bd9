import { createHash, randomBytes } from 'node:crypto';

/** Placeholder for the nonce of each answer in the built index.html. */
const noncePlaceholder = '__CSP_NONCE__';

/** A number used once: 128 random bits, in letters that need no escaping anywhere. */
export function freshNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** Puts the nonce of this answer into the page, so that the UI's style elements can carry it. */
export function withNonce(html: string, nonce: string): string {
  return html.replaceAll(noncePlaceholder, nonce);
}

/** The counter's page may load its own files and talk to its own host, nothing else. */
export function pagePolicy(nonce: string, instead: Record<string, string> = {}): string {
  return policy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'frame-ancestors': "'self'",
    ...instead,
  });
}

/** A slip's page may use its own style elements, allowed by their hashes; style attributes are not. */
export function slipPolicy(html: string): string {
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi)].map(([, css = '']) => sourceHash(css));
  return policy({
    'style-src': styles.length === 0 ? "'none'" : [...new Set(styles)].join(' '),
    'img-src': 'data:',
    'frame-ancestors': "'self'",
  });
}

/** Headers of every answer a host gives for the page, beside the policy. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
} as const;

/** All headers of the counter's page. It carries a nonce, so it must not be cached. */
export function pageHeaders(nonce: string): Record<string, string> {
  return { ...documentHeaders, 'content-security-policy': pagePolicy(nonce) };
}

/**
 * All headers of the customer's display as a page of the browser host: as the counter's, but it may talk to its own addresses
 * only. A browser sends it the counter's cookie too; the display can do nothing with it.
 * @param host as the request names it, checked before
 */
export function displayHeaders(nonce: string, host: string): Record<string, string> {
  const own = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/.test(host) ? `http://${host}/display/` : "'none'";
  const reach = { 'connect-src': own, 'frame-src': "'none'", 'frame-ancestors': "'none'" };
  return { ...documentHeaders, 'content-security-policy': pagePolicy(nonce, reach) };
}

/** All headers of a slip's page. It shows a customer's data, so it must not be cached. */
export function slipHeaders(html: string): Record<string, string> {
  return { ...documentHeaders, 'content-security-policy': slipPolicy(html) };
}

const documentHeaders = {
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
};

function policy(directives: Record<string, string>): string {
  const all = { 'default-src': "'none'", ...directives, 'base-uri': "'none'", 'form-action': "'none'" };
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
