import { z } from 'zod';

/**
 * https anywhere, plain http only to this machine; no credentials in the address, they would end up in logs. Stored as parsed,
 * so that the checked address is the used one: "https:user:word@host" has a user too.
 */
const SafeUrl = z
  .string()
  .trim()
  .max(500)
  .pipe(
    z.union(
      [
        z.url({ normalize: true, protocol: /^https$/ }),
        z.url({ normalize: true, protocol: /^http$/, hostname: /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/ }),
      ],
      'must be https, or http on this machine',
    ),
  )
  .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), 'no user or password in the address')
  .refine((text) => !/[?#]/.test(text), 'no query')
  .transform((text) => text.replace(/\/+$/, ''));

/** {base_url} of the interface: the last segment of its path is /v1. Kept without a slash at the end. */
export const ProviderUrl = SafeUrl.refine((text) => /^\w+:\/\/[^/]+(\/.*)?\/v1$/.test(text), 'must end in /v1');

export const RelayUrl = SafeUrl;

/** A slip's QR code holds it before the proof: with more of it a roll of 58 mm could not be read. */
const maxVerifierUrl = 100;

/** The page where customers verify proofs: they come from anywhere. A proof is found in a link by its tag, so none stands before. */
export const VerifierUrl = SafeUrl.refine((text) => text.startsWith('https:'), 'must be https')
  .refine((text) => text.length <= maxVerifierUrl, `at most ${maxVerifierUrl} characters`)
  .refine((text) => !/KTR\d+\./i.test(text), 'looks like a proof');

/** The folder of newer releases. */
export const UpdateUrl = SafeUrl;

/** Without user and password: settings are no place for a secret, and a proxy inside a shop's network asks for none. */
export const ProxyUrl = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/ }))
  .refine((text) => !text.includes('@'), 'no user or password in the address');

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const ownHeaders = new Set(['host', 'content-length', 'content-type', 'transfer-encoding', 'connection', 'expect']);

/** Headers that the provider asks for beside the interface, which shows no scheme of authorisation. */
export const ProviderHeaders = z
  .record(
    z.string().regex(headerName),
    z
      .string()
      .max(4000)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/),
  )
  .refine(
    (headers) => Object.keys(headers).every((name) => !ownHeaders.has(name.toLowerCase())),
    'a header of our own',
  );

/** Of a connection code (shared/wire/connection-code.ts) as it is pasted, with line breaks. */
export const maxCodeLength = 12_000;
