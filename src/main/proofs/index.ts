export { proofHandlers, type VerificationKeys } from './api.ts';
export { createKeyRing, type KeyRing, openTerminalsFile } from './key-ring.ts';
export { makeProof } from './proof.ts';
