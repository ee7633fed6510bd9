import type { NewEvent } from '../ports/journal.ts';

/** What a person typed, kept apart from the chain: it may name a customer, and can be erased. */
export const noteOf = (text: string | undefined): NewEvent['bodies'] =>
  text === undefined ? [] : [{ role: 'note', bytes: new TextEncoder().encode(text) }];
