import { z } from 'zod';
import { Language, Theme } from '../domain/preferences.ts';
import { PrinterId } from '../domain/printer.ts';
import { Paper } from '../domain/receipt/doc.ts';
import { ProviderUrl, ProxyUrl, RelayUrl, UpdateUrl } from './addresses.ts';
import { Pin } from './inputs.ts';
import { ProviderHeaders } from './provider-headers.ts';
import {
  AnswerSeconds,
  AutoLockMinutes,
  BackupFolder,
  BillFee,
  ConnectSeconds,
  CopiesLimit,
  Display,
  InquiryMinutes,
  MailboxName,
  MaskAfterDays,
  OverdueMinutes,
  Pricing,
  Printers,
  RefusalCodes,
  RefusalWords,
  ShopLine,
  Sounds,
  SystemPrinter,
  TimeZone,
} from './setting-values.ts';

/** What a person changes: only what is there is changed; a secret given as null is removed. */
/** Whoever finds a backup may try as many as there are: a short one is guessed. */
export const BackupPassphrase = z.string().trim().min(12).max(200);

export const SettingsChange = z.strictObject({
  language: Language.optional(),
  theme: Theme.optional(),
  shop: z.strictObject({ name: ShopLine, address: ShopLine, phone: ShopLine, footer: ShopLine }).optional(),
  paper: Paper.optional(),
  printer: SystemPrinter.nullable().optional(),
  printers: Printers.optional(),
  defaultPrinter: PrinterId.nullable().optional(),
  autoPrint: z.boolean().optional(),
  /** needs `pin` where there is a supervisor's */
  copiesLimit: CopiesLimit.optional(),
  billFee: BillFee.optional(),
  pricing: Pricing.optional(),
  sounds: Sounds.optional(),
  display: Display.optional(),
  timeZone: TimeZone.optional(),
  provider: z
    .strictObject({
      url: ProviderUrl.nullable().optional(),
      proxy: ProxyUrl.nullable().optional(),
      timeZone: TimeZone.optional(),
      connectTimeoutSeconds: ConnectSeconds.optional(),
      answerTimeoutSeconds: AnswerSeconds.optional(),
      refusalCodes: RefusalCodes.optional(),
      /** needs `pin` where there is a supervisor's */
      refusalWords: RefusalWords.optional(),
    })
    .optional(),
  relay: z.strictObject({ url: RelayUrl.nullable().optional(), mailbox: MailboxName.nullable().optional() }).optional(),
  /** orders whose results go to the present mailbox are left to a person; without it such a change is refused */
  leaveOrders: z.boolean().optional(),
  backup: z.strictObject({ folder: BackupFolder.nullable() }).optional(),
  updates: z.strictObject({ url: UpdateUrl.nullable(), automatic: z.boolean() }).optional(),
  inquiryMinutes: InquiryMinutes.optional(),
  overdueMinutes: OverdueMinutes.optional(),
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
      /** from now on backups are encrypted with it; null: no longer */
      backupPassphrase: BackupPassphrase.nullable().optional(),
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
  leaveOrders: true,
  secrets: true,
  secondPin: true,
  supervisorPin: true,
}).extend({
  shop: z.strictObject({ name: ShopLine, address: ShopLine, phone: ShopLine, footer: ShopLine }).partial().optional(),
});
export type FleetSettings = z.infer<typeof FleetSettings>;
