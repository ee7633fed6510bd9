/**
 * What a person reads when something is wrong: the self-check at a start, the report for support, the lock of the data folder.
 * Nothing in it names a customer, a key or a token.
 * May read every feature’s state by its face. Tests: tests/unit/diagnostics.
 */

export { diagnosticsFeature, lockFeature } from './feature.ts';
export { selfCheck, verdictLines } from './self-check.ts';
