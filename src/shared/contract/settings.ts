import { z } from 'zod';
import { Margin, Rounding } from '../domain/catalogue/propose.ts';
import { Rupiah } from '../domain/money.ts';
import { PrinterId, PrinterSetting } from '../domain/printer.ts';
import { Paper } from '../domain/receipt/paper.ts';
import { Theme } from '../domain/theme.ts';
import { isTimeZone } from '../domain/zone.ts';
import { Pin } from './inputs.ts';
import { nothing, procedure } from './procedure.ts';

/**
 * https anywhere, plain http only to this machine; no credentials in the address, they would end up in logs. Kept as it is
 * understood, so that what is checked is what is used: "https:user:word@host" names a user too.
 */
const SafeUrl = z
  .string()
  .trim()
  .max(500)
  .pipe(
    z.union(
      [
        z.url({ normalize: true, protocol: /^https$/ }),
        z.url({ normalize: true, protocol: /^http$/, hostname: /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/ }),
      ],
      'must be https, or http on this machine',
    ),
  )
  .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), 'no user or password in the address')
  .refine((text) => !/[?#]/.test(text), 'no query')
  .transform((text) => text.replace(/\/+$/, ''));

/** {base_url} of the interface: the last segment of its path is /v1. Kept without a slash at the end. */
export const ProviderUrl = SafeUrl.refine((text) => /^\w+:\/\/[^/]+(\/.*)?\/v1$/.test(text), 'must end in /v1');

export const RelayUrl = SafeUrl;

/** The folder that newer releases lie in. */
export const UpdateUrl = SafeUrl;

/** Without user and password: settings are no place for a secret, and a proxy inside a shop's network asks for none. */
export const ProxyUrl = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/ }))
  .refine((text) => !text.includes('@'), 'no user or password in the address');

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const ownHeaders = new Set(['host', 'content-length', 'content-type', 'transfer-encoding', 'connection', 'expect']);

/** Headers that the provider asks for beside the interface, which shows no scheme of authorisation. */
export const ProviderHeaders = z
  .record(
    z.string().regex(headerName),
    z
      .string()
      .max(4000)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/),
  )
  .refine(
    (headers) => Object.keys(headers).every((name) => !ownHeaders.has(name.toLowerCase())),
    'a header of our own',
  );

export const TimeZone = z.string().max(60).refine(isTimeZone, 'not a time zone');

export const Language = z.enum(['id', 'en']);
export type Language = z.infer<typeof Language>;

const line = z.string().trim().max(80);

/** A whole path on this machine: of Windows, with a drive or a share, or of the others. */
const BackupFolder = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\)[^\0]*$/, 'must be a whole path');

const Printers = z
  .array(PrinterSetting)
  .max(20)
  .refine((printers) => new Set(printers.map(({ id }) => id)).size === printers.length, 'two printers of one id');

/** Short sounds beside what stands on the screen. They are this machine's: its speaker, its room. */
const Sounds = z.strictObject({ on: z.boolean(), volume: z.int().min(1).max(100) });

/** The customer's display. */
const Display = z.strictObject({
  on: z.boolean(),
  /** the system's id of a screen; "auto": the first that the counter is not on; "window": one that a person puts somewhere */
  screen: z.union([z.enum(['auto', 'window']), z.string().regex(/^-?\d{1,20}$/)]),
  /** how long a customer's result stays once it is there */
  clearSeconds: z.int().min(5).max(300),
});
export type DisplaySetting = z.infer<typeof Display>;

const CopiesLimit = z.int().min(0).max(99).nullable();

/** The relay sends again for a month, and quarrels take longer. */
export const leastMaskDays = 30;
const MaskAfterDays = z.int().min(leastMaskDays).max(3650).nullable();

const AutoLockMinutes = z.int().min(1).max(240).nullable();

const Pricing = z.strictObject({ margin: Margin, rounding: Rounding });

export const Settings = z.object({
  language: Language.default('id'),
  theme: Theme.default('system'),
  shop: z
    .object({ name: line.default(''), address: line.default(''), phone: line.default(''), footer: line.default('') })
    .prefault({}),
  paper: Paper.default('58'),
  /** the printer's name in the system; null asks with the system's dialog */
  printer: z.string().max(200).nullable().default(null),
  /** what slips are printed on without a dialog */
  printers: Printers.default([]),
  /** the one that is used when none is named; null: the system's dialog */
  defaultPrinter: PrinterId.nullable().default(null),
  /** every proof is printed once by itself when its sale succeeds, also when the result comes late */
  autoPrint: z.boolean().default(false),
  /** how many copies of a proof there may be beside the original before a supervisor is asked; null: any */
  copiesLimit: CopiesLimit.default(null),
  /** the shop's service fee on every bill */
  billFee: Rupiah.max(1_000_000).default(0),
  /** how selling prices are proposed from costs */
  pricing: Pricing.default({ margin: { kind: 'rupiah', amount: 2000 }, rounding: 500 }),
  sounds: Sounds.default({ on: true, volume: 50 }),
  display: Display.default({ on: false, screen: 'auto', clearSeconds: 20 }),
  timeZone: TimeZone.default('Asia/Jakarta'),
  provider: z
    .object({
      url: ProviderUrl.nullable().default(null),
      proxy: ProxyUrl.nullable().default(null),
      timeZone: TimeZone.default('Asia/Jakarta'),
      connectTimeoutSeconds: z.int().min(1).max(120).default(10),
      answerTimeoutSeconds: z.int().min(1).max(300).default(60),
      /** HTTP codes whose readable refusal is believed; others leave the outcome unknown */
      refusalCodes: z.array(z.int().min(200).max(499)).max(20).default([200, 400, 401, 403, 404, 422]),
    })
    .prefault({}),
  relay: z
    .object({ url: RelayUrl.nullable().default(null), mailbox: z.string().trim().max(200).nullable().default(null) })
    .prefault({}),
  /** where copies of the receipts go; null: into the data folder, which a broken disk takes along */
  backup: z.object({ folder: BackupFolder.nullable().default(null) }).prefault({}),
  /** where newer releases lie; null: nowhere. `automatic`: a closed day is enough to put one in place */
  updates: z.object({ url: UpdateUrl.nullable().default(null), automatic: z.boolean().default(true) }).prefault({}),
  /** how long an inquiry may be paid; the interface says that it expires, not when */
  inquiryMinutes: z.int().min(1).max(240).default(15),
  /** how long an order may stay pending before a person looks after it */
  overdueMinutes: z.int().min(1).max(1440).default(10),
  /** recording an unsettled sale as failed, after which it can be sent again, takes two different people */
  twoPeople: z.boolean().default(false),
  /** nothing is sold live while no shift is open; practice never asks for one */
  shiftsRequired: z.boolean().default(false),
  /** customers' numbers and names are erased from sales this old, once they are settled; null: kept for good */
  maskAfterDays: MaskAfterDays.default(null),
  /** the counter locks when nobody has touched it for so long; null: it does not */
  autoLockMinutes: AutoLockMinutes.default(null),
  /** the slip says who sold it */
  slipCashier: z.boolean().default(false),
  /** desktop only: Konter opens when the person logs in to the system */
  startAtLogin: z.boolean().default(false),
  /** desktop only: the window fills the screen and cannot be closed; the system around it is not locked by that */
  kiosk: z.boolean().default(false),
});
export type Settings = z.infer<typeof Settings>;

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
] as const;
export const SecretName = z.enum(secretNames);
export type SecretName = z.infer<typeof SecretName>;

export const SettingsView = z.object({
  settings: Settings,
  secrets: z.object({
    providerHeaders: z.boolean(),
    secretKey: z.boolean(),
    relayToken: z.boolean(),
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

/** What a person changes: only what is there is changed; a secret given as null is removed. */
export const SettingsChange = z.strictObject({
  language: Language.optional(),
  theme: Theme.optional(),
  shop: z.strictObject({ name: line, address: line, phone: line, footer: line }).optional(),
  paper: Paper.optional(),
  printer: z.string().max(200).nullable().optional(),
  printers: Printers.optional(),
  defaultPrinter: PrinterId.nullable().optional(),
  autoPrint: z.boolean().optional(),
  /** needs `pin` where there is a supervisor's */
  copiesLimit: CopiesLimit.optional(),
  billFee: Rupiah.max(1_000_000).optional(),
  pricing: Pricing.optional(),
  sounds: Sounds.optional(),
  display: Display.optional(),
  timeZone: TimeZone.optional(),
  provider: z
    .strictObject({
      url: ProviderUrl.nullable().optional(),
      proxy: ProxyUrl.nullable().optional(),
      timeZone: TimeZone.optional(),
      connectTimeoutSeconds: z.int().min(1).max(120).optional(),
      answerTimeoutSeconds: z.int().min(1).max(300).optional(),
      refusalCodes: z.array(z.int().min(200).max(499)).max(20).optional(),
    })
    .optional(),
  relay: z
    .strictObject({ url: RelayUrl.nullable().optional(), mailbox: z.string().trim().max(200).nullable().optional() })
    .optional(),
  backup: z.strictObject({ folder: BackupFolder.nullable() }).optional(),
  updates: z.strictObject({ url: UpdateUrl.nullable(), automatic: z.boolean() }).optional(),
  inquiryMinutes: z.int().min(1).max(240).optional(),
  overdueMinutes: z.int().min(1).max(1440).optional(),
  /** needs `pin` where there is a supervisor's */
  twoPeople: z.boolean().optional(),
  /** needs `pin` where there is a supervisor's */
  shiftsRequired: z.boolean().optional(),
  /** needs `pin` where there is a supervisor's */
  maskAfterDays: MaskAfterDays.optional(),
  /** needs `pin` where there is a supervisor's */
  autoLockMinutes: AutoLockMinutes.optional(),
  slipCashier: z.boolean().optional(),
  startAtLogin: z.boolean().optional(),
  /** needs `pin` where there is a supervisor's */
  kiosk: z.boolean().optional(),
  pin: Pin.optional(),
  secrets: z
    .strictObject({
      providerHeaders: ProviderHeaders.nullable().optional(),
      secretKey: z.string().min(1).max(500).nullable().optional(),
      relayToken: z.string().min(1).max(500).nullable().optional(),
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
export const FleetSettings = SettingsChange.omit({
  pin: true,
  secrets: true,
  secondPin: true,
  supervisorPin: true,
}).extend({
  shop: z.strictObject({ name: line, address: line, phone: line, footer: line }).partial().optional(),
});
export type FleetSettings = z.infer<typeof FleetSettings>;

/** What a live try of the connection found; nothing is bought. */
export const ConnectionTest = z.object({
  provider: z.enum(['ok', 'not_configured', 'unreachable', 'refused', 'bad_answer']),
  relay: z.enum(['ok', 'not_configured', 'unreachable', 'refused', 'taken']),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** What became of a webhook that the counter sent to itself through the relay. */
export const RelayTrial = z.object({
  outcome: z.enum([
    'ok',
    'not_configured',
    'unreachable',
    /** the relay holds another secret for this mailbox, or has no such mailbox: it does not say which */
    'wrong_secret',
    /** wrong token */
    'refused',
    'taken',
    /** taken by the relay, and not in the mailbox within 15 s */
    'not_heard',
  ]),
  /** from sending it until it was heard; null unless ok */
  tookMs: z.int().nonnegative().nullable(),
});
export type RelayTrial = z.infer<typeof RelayTrial>;

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
