import type { Answering, Behaviour } from '../behaviour.ts';
import { changed, drop, nullLogo, page, text, without } from './parts.ts';

const lookup = (name: string, about: string, product: Answering): Behaviour => ({
  name,
  digits: null,
  about: `product lookup: ${about}`,
  product,
});

/** Product lookups have no customer number: by product code only. */
export const lookups: readonly Behaviour[] = [
  lookup('lookup-slow', 'answers after 8 s', { at: 8000 }),
  lookup('lookup-lost', 'no answer', { line: drop }),
  lookup('lookup-error', 'HTTP 500', { line: page(500) }),
  lookup('lookup-not-json', 'no JSON', { line: text('oops') }),
  lookup('lookup-null-logo', 'a null logo', { line: nullLogo }),
  lookup('lookup-no-status', 'no Status', { line: changed(without('Status')) }),
  lookup('lookup-lower-status', 'status in lower case, without the capital', {
    line: changed(({ Status: status, ...rest }) => ({ ...rest, status })),
  }),
  lookup('lookup-odd', 'neither the prepaid nor the postpaid shape', {
    line: changed(without('category', 'brand', 'start_cut_off', 'end_cut_off')),
  }),
];
