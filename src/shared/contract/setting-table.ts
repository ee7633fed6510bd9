import { z } from 'zod';
import { ProviderHeaders, ProviderUrl, ProxyUrl, RelayUrl, UpdateUrl, VerifierUrl } from '../domain/addresses.ts';
import { FeeRanges } from '../domain/cash-service.ts';
import { Margin, Rounding } from '../domain/catalogue.ts';
import { Rupiah } from '../domain/money.ts';
import { NumberPlan } from '../domain/number-fit.ts';
import { Language, Theme } from '../domain/preferences.ts';
import { Paper, PrinterId, PrinterSetting } from '../domain/printer.ts';
import { canBeRefusalWord, defaultRefusalWords, statusWord } from '../domain/provider-answer.ts';
import { QrisPayload } from '../domain/qris.ts';
import { isTimeZone } from '../domain/zone.ts';
import { CashCategory } from './procedure.ts';
import { group, guard, look, owner, payee, print, setting, shop } from './setting-row.ts';

/**
 * Every setting of the counter, one row each. The schemas of what is saved, changed and managed, the defaults, the permissions, the
 * PIN, the audit log, the environment's variables and the fields of the settings screen are derived from here.
 */

export const TimeZone = z.string().max(60).refine(isTimeZone, 'not a time zone');

/** of the shop, on its slips */
const ShopLine = z.string().trim().max(80);

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

/** Short sounds beside the screen. They are this machine's: its speaker, its room. */
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

/** The relay sends again for a month, and quarrels take longer. */
const minMaskDays = 30;

const Pricing = z.strictObject({ margin: Margin, rounding: Rounding });

/** a word that says no in an envelope's status, in lower case; never one of process, success or pending */
const RefusalWord = z
  .string()
  .trim()
  .max(40)
  .refine(canBeRefusalWord, 'is not a word that says no')
  .overwrite(statusWord);

/** A backup can be attacked offline: a short passphrase is guessed. */
export const BackupPassphrase = z.string().trim().min(12).max(200);

const Key = z.string().min(1).max(500);

const shopLine = (name: 'name' | 'address' | 'phone' | 'footer') =>
  setting(ShopLine, '', print, {
    section: 'shop',
    field: { form: 'shop', input: 'text', label: `settings.shop.${name}`, maxLength: 80 },
  });

const seconds = (max: number) => z.int().min(1).max(max);
const yesNo = [
  [false, 'desktop.no'],
  [true, 'desktop.yes'],
] as const;

export const settingTable = {
  language: setting(Language, 'id', look, { section: 'screen' }),
  theme: setting(Theme, 'system', look, { section: 'screen' }),
  shop: group(true, {
    name: shopLine('name'),
    address: shopLine('address'),
    phone: shopLine('phone'),
    footer: shopLine('footer'),
  }),
  paper: setting(Paper, '58', print, { section: 'slip' }),
  /** the printer's name in the system; null asks with the system's dialog */
  printer: setting(z.string().max(200).nullable(), null, shop, {
    section: 'printers',
    field: { form: 'hostPrinter', input: 'text', label: 'printers.hostName', hint: 'printers.hostHint' },
  }),
  /** printers that print slips without a dialog */
  printers: setting(Printers, [], shop, { section: 'printers', env: 'KONTER_PRINTER' }),
  /** the one that is used when none is named; null: the system's dialog */
  defaultPrinter: setting(PrinterId.nullable(), null, shop, { section: 'printers', env: 'KONTER_PRINTER' }),
  /** every proof is printed once by itself when its sale succeeds, also when the result comes late */
  autoPrint: setting(z.boolean(), false, shop, { section: 'printers' }),
  /** how many copies of a proof there may be beside the original before a supervisor is asked; null: any */
  copiesLimit: setting(z.int().min(0).max(99).nullable(), null, guard, {
    section: 'printers',
    field: {
      form: 'copies',
      input: 'number',
      label: 'printers.copiesField',
      hint: 'printers.copiesHint',
      bad: 'printers.copiesBad',
    },
  }),
  /** the shop's service fee on every bill */
  billFee: setting(Rupiah.max(1_000_000), 0, shop, {
    section: 'slip',
    field: { form: 'slip', input: 'amount', label: 'settings.billFee' },
  }),
  /** how selling prices are proposed from costs */
  pricing: setting(Pricing, { margin: { kind: 'rupiah', amount: 2000 }, rounding: 500 }, shop, { section: 'shop' }),
  /** products on the selling screens: most sold first, counted at each start; else in places that they keep */
  orderBySales: setting(z.boolean(), false, shop, { section: 'screen' }),
  sounds: setting(Sounds, { on: true, volume: 50 }, look, { section: 'screen' }),
  display: setting(Display, { on: false, screen: 'auto', clearSeconds: 20 }, print, { section: 'display' }),
  /** the shop's code, shown to customers who pay by QRIS */
  qris: group(false, {
    /** what its picture says; null: none is shown */
    code: setting(QrisPayload.nullable(), null, payee, { section: 'qris' }),
    /** the code whose trial payment has arrived: an amount is set in it, and in no other */
    triedCode: setting(QrisPayload.nullable(), null, payee, { section: 'qris' }),
  }),
  /** how long an inquiry may be paid; the interface documents that it expires, not when */
  inquiryMinutes: setting(z.int().min(1).max(240), 15, owner, {
    section: 'limits',
    field: { form: 'limits', input: 'number', label: 'settings.inquiryMinutes' },
  }),
  /** how long an order may stay pending before a person looks after it */
  overdueMinutes: setting(z.int().min(1).max(1440), 10, owner, {
    section: 'limits',
    field: { form: 'limits', input: 'number', label: 'settings.overdueMinutes' },
  }),
  /** below which the estimated deposit is called low, whole rupiah; 0: never */
  depositWarning: setting(Rupiah.max(1_000_000_000), 100_000, shop, {
    section: 'deposit',
    field: { form: 'deposit', input: 'amount', label: 'settings.depositWarning', hint: 'settings.depositWarningHint' },
  }),
  /** prefixes and lengths of customers' numbers; null: the shipped ones */
  numberPlan: setting(NumberPlan.nullable(), null, shop, { section: 'limits' }),
  provider: group(false, {
    url: setting(ProviderUrl.nullable(), null, owner, {
      section: 'connection',
      env: 'KONTER_PROVIDER_URL',
      field: {
        form: 'provider',
        input: 'text',
        label: 'settings.providerUrl',
        hint: 'settings.providerUrlHint',
        mono: true,
      },
    }),
    proxy: setting(ProxyUrl.nullable(), null, owner, {
      section: 'connection',
      field: { form: 'provider', input: 'text', label: 'settings.proxy', mono: true },
    }),
    connectTimeoutSeconds: setting(seconds(120), 10, owner, {
      section: 'limits',
      field: { form: 'limits', input: 'number', label: 'settings.connectTimeout' },
    }),
    answerTimeoutSeconds: setting(seconds(300), 60, owner, {
      section: 'limits',
      field: { form: 'limits', input: 'number', label: 'settings.answerTimeout' },
    }),
    timeZone: setting(TimeZone, 'Asia/Jakarta', owner, {
      section: 'limits',
      env: 'KONTER_PROVIDER_TIME_ZONE',
      field: { form: 'limits', input: 'zone', label: 'settings.providerTimeZone' },
    }),
    /** HTTP codes whose readable refusal is believed; others leave the outcome unknown */
    refusalCodes: setting(z.array(z.int().min(200).max(499)).max(20), [200, 400, 401, 403, 404, 422], owner, {
      section: 'connection',
      field: {
        form: 'provider',
        input: 'codes',
        label: 'settings.refusalCodes',
        hint: 'settings.refusalCodesHint',
        mono: true,
      },
    }),
    /** words of an answer's status that are believed as a refusal of an order or a payment; others leave it unknown */
    refusalWords: setting(
      z.array(RefusalWord).max(30),
      [...defaultRefusalWords],
      { ...guard, audit: 'words' },
      {
        section: 'connection',
        field: {
          form: 'refusalWords',
          input: 'words',
          label: 'settings.refusalWordsLabel',
          hint: 'settings.refusalWordsHint',
          bad: 'settings.refusalWordsBad',
          mono: true,
        },
      },
    ),
  }),
  timeZone: setting(TimeZone, 'Asia/Jakarta', owner, {
    section: 'limits',
    env: 'KONTER_TIME_ZONE',
    field: { form: 'limits', input: 'zone', label: 'settings.timeZone' },
  }),
  relay: group(false, {
    url: setting(RelayUrl.nullable(), null, owner, {
      section: 'connection',
      env: 'KONTER_RELAY_URL',
      field: { form: 'relay', input: 'text', label: 'settings.relayUrl', mono: true },
    }),
    mailbox: setting(z.string().trim().max(200).nullable(), null, owner, {
      section: 'connection',
      env: 'KONTER_RELAY_MAILBOX',
      field: { form: 'relay', input: 'text', label: 'settings.mailbox', mono: true },
    }),
  }),
  backup: group(true, {
    /** where copies of the receipts go; null: into the data folder, which a broken disk takes along */
    folder: setting(BackupFolder.nullable(), null, owner, {
      section: 'backup',
      field: {
        form: 'backup',
        input: 'text',
        label: 'backup.folder',
        hint: 'backup.folderHint',
        bad: 'backup.folderBad',
        mono: true,
      },
    }),
    /** follows the secret backupPassphrase: where that cannot be read, no backup is made, and none unencrypted */
    encrypt: setting(z.boolean(), false, owner, { section: 'backup', changeable: false }),
  }),
  updates: group(true, {
    /** where newer releases lie; null: nowhere */
    url: setting(UpdateUrl.nullable(), null, owner, {
      section: 'updates',
      field: {
        form: 'updates',
        input: 'text',
        label: 'updates.url',
        hint: 'updates.urlHint',
        bad: 'updates.urlBad',
        mono: true,
      },
    }),
    /** a closed day is enough to put a newer release in place */
    automatic: setting(z.boolean(), true, owner, {
      section: 'updates',
      field: {
        form: 'updates',
        input: 'choice',
        label: 'updates.when',
        choices: [
          [true, 'updates.automatic'],
          [false, 'updates.asked'],
        ],
      },
    }),
  }),
  /** recording an unsettled sale as failed, after which it can be sent again, takes two different people */
  twoPeople: setting(z.boolean(), false, guard, {
    section: 'pin',
    field: {
      form: 'twoPeople',
      input: 'choice',
      label: 'settings.pin.people',
      hideLabel: true,
      choices: [
        [false, 'settings.pin.one'],
        [true, 'settings.pin.two'],
      ],
    },
  }),
  /** nothing is sold live while no shift is open; practice never asks for one */
  shiftsRequired: setting(z.boolean(), false, guard, {
    section: 'shifts',
    field: {
      form: 'shifts',
      input: 'choice',
      label: 'shifts.setting.label',
      choices: [
        [false, 'shifts.setting.free'],
        [true, 'shifts.setting.required'],
      ],
    },
  }),
  /** what the shop calls its balance at the bank or wallet that cash services move; empty: it has no cash services */
  purse: setting(z.string().trim().max(30), '', shop, {
    section: 'cashServices',
    field: {
      form: 'purse',
      input: 'text',
      label: 'cashServices.settings.purse',
      hint: 'cashServices.settings.purseHint',
      maxLength: 30,
    },
  }),
  /** what the owner takes for cash services, by kind and amount; none is invented where no range fits */
  cashServiceFees: setting(FeeRanges, [], shop, { section: 'cashServices' }),
  /** drawers are counted by each note and coin, or as a person likes */
  drawerCount: setting(z.enum(['free', 'pieces']), 'free', guard, {
    section: 'shifts',
    field: {
      form: 'shifts',
      input: 'choice',
      label: 'shifts.setting.count',
      choices: [
        ['free', 'shifts.setting.countFree'],
        ['pieces', 'shifts.setting.countPieces'],
      ],
    },
  }),
  /** what pay-ins and pay-outs may be for; a move keeps the name that it was recorded with */
  cashCategories: setting(z.array(CashCategory).max(20), [], shop, {
    section: 'shifts',
    field: {
      form: 'cashCategories',
      input: 'names',
      label: 'shifts.setting.categories',
      hint: 'shifts.setting.categoriesHint',
      bad: 'shifts.setting.categoriesBad',
    },
  }),
  /** the page where customers verify the proof of a slip; null: a slip's QR code is the proof alone */
  verifierUrl: setting(VerifierUrl.nullable(), null, guard, {
    section: 'proofs',
    field: {
      form: 'verifier',
      input: 'text',
      label: 'proof.page.url',
      hint: 'proof.page.urlHint',
      bad: 'proof.page.urlBad',
      mono: true,
      maxLength: 100,
    },
  }),
  /** customers' numbers and names are erased from sales this old, once they are settled; null: kept for good */
  maskAfterDays: setting(z.int().min(minMaskDays).max(3650).nullable(), null, guard, {
    section: 'privacy',
    field: { form: 'mask', input: 'number', label: 'customers.mask.days', bad: 'customers.mask.bad' },
  }),
  /** minutes without use after which the counter locks; null: never */
  autoLockMinutes: setting(z.int().min(1).max(240).nullable(), null, guard, {
    section: 'pin',
    field: {
      form: 'autoLock',
      input: 'number',
      label: 'people.settings.autoLock',
      bad: 'people.settings.autoLockBad',
    },
  }),
  /** slips name the cashier */
  slipCashier: setting(z.boolean(), false, shop, { section: 'pin' }),
  /** desktop only: Konter opens when the person logs in to the system */
  startAtLogin: setting(z.boolean(), false, owner, {
    section: 'screen',
    field: { form: 'desktop', input: 'choice', label: 'desktop.startAtLogin', choices: yesNo },
  }),
  /** desktop only: the window fills the screen and cannot be closed; the system around it is not locked by that */
  kiosk: setting(z.boolean(), false, guard, {
    section: 'screen',
    field: { form: 'desktop', input: 'choice', label: 'desktop.kiosk', choices: yesNo },
  }),
};

/**
 * Secrets that a person or a managed file gives; only the owner may. @property address the setting's group whose url the secret is
 * for; null: none. @property managed a managed file may bring it
 */
export const secretTable = {
  providerHeaders: { schema: ProviderHeaders, env: 'KONTER_PROVIDER_HEADERS', address: 'provider', managed: true },
  secretKey: { schema: Key, env: 'KONTER_SECRET_KEY', address: 'provider', managed: true },
  relayToken: { schema: Key, env: 'KONTER_RELAY_TOKEN', address: 'relay', managed: true },
  /** encrypts the backups */
  backupPassphrase: { schema: BackupPassphrase, env: null, address: null, managed: false },
} as const;
