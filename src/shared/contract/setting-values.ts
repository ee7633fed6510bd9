import { z } from 'zod';
import { Margin, Rounding } from '../domain/catalogue.ts';
import { Rupiah } from '../domain/money.ts';
import { PrinterSetting } from '../domain/printer.ts';
import { canBeRefusalWord, statusWord } from '../domain/refusal-words.ts';
import { isTimeZone } from '../domain/zone.ts';

export const TimeZone = z.string().max(60).refine(isTimeZone, 'not a time zone');

/** of the shop, on its slips */
export const ShopLine = z.string().trim().max(80);

/** A whole path on this machine: of Windows, with a drive or a share, or of the others. */
export const BackupFolder = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\)[^\0]*$/, 'must be a whole path');

export const Printers = z
  .array(PrinterSetting)
  .max(20)
  .refine((printers) => new Set(printers.map(({ id }) => id)).size === printers.length, 'two printers of one id');

/** Short sounds beside what stands on the screen. They are this machine's: its speaker, its room. */
export const Sounds = z.strictObject({ on: z.boolean(), volume: z.int().min(1).max(100) });

/** The customer's display. */
export const Display = z.strictObject({
  on: z.boolean(),
  /** the system's id of a screen; "auto": the first that the counter is not on; "window": one that a person puts somewhere */
  screen: z.union([z.enum(['auto', 'window']), z.string().regex(/^-?\d{1,20}$/)]),
  /** how long a customer's result stays once it is there */
  clearSeconds: z.int().min(5).max(300),
});
export type DisplaySetting = z.infer<typeof Display>;

export const CopiesLimit = z.int().min(0).max(99).nullable();

/** The relay sends again for a month, and quarrels take longer. */
export const leastMaskDays = 30;
export const MaskAfterDays = z.int().min(leastMaskDays).max(3650).nullable();

export const AutoLockMinutes = z.int().min(1).max(240).nullable();

export const Pricing = z.strictObject({ margin: Margin, rounding: Rounding });

/** the shop's service fee on a bill */
export const BillFee = Rupiah.max(1_000_000);

/** a printer's name in the system */
export const SystemPrinter = z.string().max(200);

export const ConnectSeconds = z.int().min(1).max(120);
export const AnswerSeconds = z.int().min(1).max(300);
export const RefusalCodes = z.array(z.int().min(200).max(499)).max(20);
/** a word that says no in an envelope's status, in lower case; never one of process, success or pending */
export const RefusalWord = z
  .string()
  .trim()
  .max(40)
  .refine(canBeRefusalWord, 'is not a word that says no')
  .overwrite(statusWord);
export const RefusalWords = z.array(RefusalWord).max(30);
export const MailboxName = z.string().trim().max(200);

export const InquiryMinutes = z.int().min(1).max(240);
export const OverdueMinutes = z.int().min(1).max(1440);
