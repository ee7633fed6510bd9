import { describe, expect, it } from 'vitest';
import {
  freshNonce,
  pageHeaders,
  pagePolicy,
  slipHeaders,
  slipPolicy,
  withNonce,
} from '../../../src/main/hosts/page-security.ts';

describe('the policy of the page', () => {
  it('allows nothing by default, no inline or evaluated script, and one nonce for styles', () => {
    const policy = pagePolicy('abc');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc';/);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    for (const closed of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"]) {
      expect(policy).toContain(closed);
    }
  });

  it('gives each page a nonce of its own, put wherever the page asks for it', () => {
    const [first, second] = [freshNonce(), freshNonce()];
    expect(first).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(first).not.toBe(second);
    expect(withNonce('<meta content="__CSP_NONCE__"><style nonce="__CSP_NONCE__">', first)).toBe(
      `<meta content="${first}"><style nonce="${first}">`,
    );
  });

  it('is never kept by a cache, because of its nonce', () => {
    expect(pageHeaders('abc')['cache-control']).toBe('no-store');
  });
});

describe('the policy of a slip', () => {
  it('lets in exactly the styles that the slip carries, by their hashes', () => {
    // echo -n 'p{color:red}' | openssl sha256 -binary | base64
    expect(slipPolicy('<style media="print">p{color:red}</style>')).toContain(
      "style-src 'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='",
    );
    expect(slipPolicy('<p>')).toContain("style-src 'none'");
  });

  it('allows no script at all and is never kept', () => {
    expect(slipHeaders('<p>')['content-security-policy']).not.toContain('script-src');
    expect(slipHeaders('<p>')['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(slipHeaders('<p>')['cache-control']).toBe('no-store');
  });
});
