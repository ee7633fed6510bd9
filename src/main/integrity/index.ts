/**
 * Whether the journal is whole: the chain of hashes, and that every table says what the events say. `npm run journal` runs it beside the
 * counter.
 * It changes nothing.
 * May read what other features keep, by their faces. Tests: tests/unit/integrity.
 */

export { integrityFeature } from './api.ts';
export { verifyJournal } from './verify.ts';
