import { z } from 'zod';

/** Never shown again once set: a view says only which are there. */
export const secretNames = [
  'providerHeaders',
  'secretKey',
  'oldSecretKeys',
  'relayToken',
  'supervisorPin',
  'secondPin',
  /** what this terminal signs its proofs with */
  'proofKey',
  /** by which an erased customer is recognised, and nobody can be found */
  'customerKey',
  /** of the people at the counter, as hashes: never in the database, whose copies leave the house */
  'peoplePins',
  /** wrong tries, so that a new start forgets none */
  'pinTries',
  /** no secret: which settings belong to those kept here (main/settings/settings-service.ts) */
  'settingsMark',
  /** no secret: the address that each key was saved for (main/settings/live-config.ts) */
  'secretAddresses',
  /** what backups are encrypted with */
  'backupPassphrase',
] as const;
export const SecretName = z.enum(secretNames);
export type SecretName = z.infer<typeof SecretName>;
