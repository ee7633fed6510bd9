/**
 * The signed proof on a slip, its keys, and what a scanned proof says.
 * A key never leaves the machine; other terminals are believed once a person has added their public key.
 * May use db, relay-client and settings. Tests: tests/unit/proofs, tests/e2e/journeys/proof.spec.ts.
 */

export { proofsFeature, type VerificationKeys } from './api.ts';
export { type KeyRing } from './key-ring.ts';
export { makeProof } from './proof.ts';
