export { proofHandlers } from './api.ts';
export { createKeyRing, type KeyRing } from './key-ring.ts';
export { makeProof } from './make-proof.ts';
export { openTerminalsFile } from './terminals-file.ts';
export { type VerificationKeys, verifyStoredWebhooks } from './webhook-verification.ts';
