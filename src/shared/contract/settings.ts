import { z } from 'zod';
import { Language, Theme } from '../domain/preferences.ts';
import { PrinterId } from '../domain/printer.ts';
import { Paper } from '../domain/receipt/doc.ts';
import { defaultRefusalWords } from '../domain/refusal-words.ts';
import { ProviderUrl, ProxyUrl, RelayUrl, UpdateUrl } from './addresses.ts';
import { ConnectionTest, RelayTrial } from './connection-test.ts';
import { nothing, procedure } from './procedure.ts';
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
import { SettingsChange } from './settings-change.ts';

export const Settings = z.object({
  language: Language.default('id'),
  theme: Theme.default('system'),
  shop: z
    .object({
      name: ShopLine.default(''),
      address: ShopLine.default(''),
      phone: ShopLine.default(''),
      footer: ShopLine.default(''),
    })
    .prefault({}),
  paper: Paper.default('58'),
  /** the printer's name in the system; null asks with the system's dialog */
  printer: SystemPrinter.nullable().default(null),
  /** what slips are printed on without a dialog */
  printers: Printers.default([]),
  /** the one that is used when none is named; null: the system's dialog */
  defaultPrinter: PrinterId.nullable().default(null),
  /** every proof is printed once by itself when its sale succeeds, also when the result comes late */
  autoPrint: z.boolean().default(false),
  /** how many copies of a proof there may be beside the original before a supervisor is asked; null: any */
  copiesLimit: CopiesLimit.default(null),
  /** the shop's service fee on every bill */
  billFee: BillFee.default(0),
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
      connectTimeoutSeconds: ConnectSeconds.default(10),
      answerTimeoutSeconds: AnswerSeconds.default(60),
      /** HTTP codes whose readable refusal is believed; others leave the outcome unknown */
      refusalCodes: RefusalCodes.default([200, 400, 401, 403, 404, 422]),
      /** words of an answer's status that are believed as a refusal of an order or a payment; others leave it unknown */
      refusalWords: RefusalWords.default([...defaultRefusalWords]),
    })
    .prefault({}),
  relay: z
    .object({ url: RelayUrl.nullable().default(null), mailbox: MailboxName.nullable().default(null) })
    .prefault({}),
  /** where copies of the receipts go; null: into the data folder, which a broken disk takes along */
  /** `encrypt` goes with the secret backupPassphrase: where that cannot be read, no backup is made, and none unencrypted */
  backup: z.object({ folder: BackupFolder.nullable().default(null), encrypt: z.boolean().default(false) }).prefault({}),
  /** where newer releases lie; null: nowhere. `automatic`: a closed day is enough to put one in place */
  updates: z.object({ url: UpdateUrl.nullable().default(null), automatic: z.boolean().default(true) }).prefault({}),
  /** how long an inquiry may be paid; the interface says that it expires, not when */
  inquiryMinutes: InquiryMinutes.default(15),
  /** how long an order may stay pending before a person looks after it */
  overdueMinutes: OverdueMinutes.default(10),
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
