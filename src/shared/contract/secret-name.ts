import { z } from 'zod';

/** Never shown again once set: a view only says which are set. */
export const secretNames = [
  'providerHeaders',
  'secretKey',
  'oldSecretKeys',
  'relayToken',
  'supervisorPin',
  'secondPin',
  /** this terminal's key for signing proofs */
  'proofKey',
  /** recognises an erased customer; no customer can be found by it */
  'customerKey',
  /** people's PINs as hashes: never in the database, whose backups leave the shop */
  'peoplePins',
  /** wrong tries, so that a new start forgets none */
  'pinTries',
  /** no secret: which settings belong to those kept here (main/settings/settings-service.ts) */
  'settingsMark',
  /** no secret: the address that each key was saved for (main/settings/live-config.ts) */
  'secretAddresses',
  /** digests of the addresses and keys that passed their tests (main/settings/live-config.ts) */
  'testedParts',
  /** encrypts the backups */
  'backupPassphrase',
  /** shared by the counters of a shop; the relay never has it */
  'shopKey',
  /** recognise erasures made under the present and earlier shop keys; they open no log and no claim */
  'erasureKeys',
  /** a new key for the shop, until the relay has answered whether it is the first */
  'offeredShopKey',
  /** no secret: what the relay last said of this counter's shop (main/shop/shop-membership.ts) */
  'knownShop',
  /** the office's key, by which it signs what it publishes (main/office/publish.ts) */
  'officeKey',
  /** no secret: the office that this counter follows (main/office/office-of-counter.ts) */
  'acceptedOffice',
  /** the chat bot that writes to the owner's phone (main/alerts) */
  'alertBot',
] as const;
export const SecretName = z.enum(secretNames);
export type SecretName = z.infer<typeof SecretName>;
