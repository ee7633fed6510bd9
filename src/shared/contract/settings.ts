import { z } from 'zod';
import { ConnectionTest, RelayTrial } from './connection-test.ts';
import { nothing, Pin, procedure } from './procedure.ts';
import { changedShape, savedShape } from './setting-rows.ts';
import { secretTable } from './setting-table.ts';

/** What is saved, with the defaults of what is not. */
export const Settings = z.object(savedShape);
export type Settings = z.infer<typeof Settings>;

const { providerHeaders, secretKey, relayToken, backupPassphrase } = secretTable;

/** What a person changes: only what is there is changed; a secret given as null is removed. */
export const SettingsChange = z.strictObject({
  ...changedShape,
  /** orders whose results go to the present mailbox are left to a person; without it such a change is refused */
  leaveOrders: z.boolean().optional(),
  /** the supervisor's, where a setting needs it */
  pin: Pin.optional(),
  secrets: z
    .strictObject({
      providerHeaders: providerHeaders.schema.nullable().optional(),
      secretKey: secretKey.schema.nullable().optional(),
      relayToken: relayToken.schema.nullable().optional(),
      /** from now on backups are encrypted with it; null: no longer */
      backupPassphrase: backupPassphrase.schema.nullable().optional(),
      /** until when the key that secretKey replaces is still believed; left out, for a day */
      retireOldKeyAt: z.iso.datetime().optional(),
    })
    .optional(),
  /** sets a second person's PIN, which must differ from the supervisor's; the present one is asked for where there is one */
  secondPin: z.strictObject({ present: Pin.optional(), next: Pin }).optional(),
  /** sets the supervisor's PIN; the present one is asked for where there is one */
  supervisorPin: z.strictObject({ present: Pin.optional(), next: Pin }).optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** Settings that a file brings for many counters; nothing that belongs to one person. */
export const FleetSettings = z.strictObject({
  ...changedShape,
  shop: changedShape.shop.unwrap().partial().optional(),
});
export type FleetSettings = z.infer<typeof FleetSettings>;

/** Secrets that such a file brings, or the environment. */
export const ManagedSecrets = z.strictObject({
  secretKey: secretKey.schema.optional(),
  relayToken: relayToken.schema.optional(),
  providerHeaders: providerHeaders.schema.optional(),
});
export type ManagedSecrets = z.infer<typeof ManagedSecrets>;

export const SettingsView = z.object({
  settings: Settings,
  secrets: z.object({
    providerHeaders: z.boolean(),
    secretKey: z.boolean(),
    relayToken: z.boolean(),
    backupPassphrase: z.boolean(),
    supervisorPin: z.boolean(),
    secondPin: z.boolean(),
  }),
  /** until when webhooks signed with replaced keys are still believed, newest first */
  retiring: z.array(z.iso.datetime()),
  /** settings given by the environment or fixed by the fleet's file, which cannot be changed here, as "provider.url" or "secretKey" */
  locked: z.array(z.string()),
  mode: z.enum(['training', 'live']),
  /** whether this host has a window and a system to start with: startAtLogin and kiosk mean something */
  desktop: z.boolean(),
});
export type SettingsView = z.infer<typeof SettingsView>;

export const settings = {
  'settings.get': procedure(nothing, SettingsView),
  'settings.save': procedure(SettingsChange, SettingsView),
  /** asks the provider for one product and the relay for its page, and says what came */
  'settings.test': procedure(nothing, ConnectionTest),
  /** sends a signed webhook to the shop's own address at the relay and waits until it comes out of the mailbox */
  'settings.tryRelay': procedure(nothing, RelayTrial),
  /** leaves training for live or goes back to it; each has its own database. The page loads anew afterwards */
  'mode.switch': procedure(z.strictObject({ mode: z.enum(['training', 'live']) }), z.object({})),
};
