import { z } from 'zod';

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
