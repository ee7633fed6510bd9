import { z } from 'zod';

/** Width of roll, or a sheet. */
export const Paper = z.enum(['58', '80', 'a4']);
export type Paper = z.infer<typeof Paper>;

/** What the printer is spoken to in. */
export const PrinterLanguage = z.enum(['escpos', 'starprnt']);
export type PrinterLanguage = z.infer<typeof PrinterLanguage>;

/** Letters in a line of the printer's font A, set by the owner and never guessed: 32 on most 58 mm rolls, 42 or 48 on 80 mm. */
export const Columns = z.union([z.literal(32), z.literal(42), z.literal(48)]);
export type Columns = z.infer<typeof Columns>;

/** The letters the printer has. "ascii" is for printers that show others as Chinese; cp437 is where every printer starts. */
export const CodePage = z.enum(['ascii', 'cp437', 'cp858', 'windows1252']);
export type CodePage = z.infer<typeof CodePage>;

export const PrinterId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

const Host = z
  .string()
  .trim()
  .max(253)
  .regex(/^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)$/, 'must be a name or an address');

/** Only where printers are: a printer's path is written to. */
const DevicePath = z
  .string()
  .trim()
  .max(200)
  .regex(
    /^(\/dev\/(usb\/)?lp\d+|\/dev\/tty(USB|ACM|S)\d+|\/dev\/rfcomm\d+|\/dev\/serial\/by-(id|path)\/[\w.:-]+|\/dev\/cu\.[\w.-]+|\/dev\/[\w-]*printer[\w-]*|\\\\\.\\(COM|LPT)\d+)$/,
    'must be a printer’s device',
  );

/** A name of the system's that no program takes for an option. */
const SystemName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^-\p{Cc}][^\p{Cc}]*$/u);

/** The way to a printer. "system" hands the bytes to the system's queue as they are; "system-graphic" lays pages out. */
export const PrinterTransport = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tcp'), host: Host, port: z.int().min(1).max(65_535).default(9100) }),
  z.strictObject({ kind: z.literal('device'), path: DevicePath }),
  z.strictObject({ kind: z.literal('system'), name: SystemName }),
  z.strictObject({ kind: z.literal('system-graphic'), name: SystemName, paper: Paper }),
]);
export type PrinterTransport = z.infer<typeof PrinterTransport>;

/** How many bytes a base64 text holds. */
const bytesIn = (text: string): number => (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0);

/** A logo in black and white, eight dots a byte with the leftmost in the highest bit; 1 is black. */
const Logo = z
  .strictObject({ width: z.int().min(1).max(576), height: z.int().min(1).max(400), rows: z.base64().max(50_000) })
  .refine(({ width, height, rows }) => bytesIn(rows) === Math.ceil(width / 8) * height, 'the rows do not fit the size');

export const PrinterSetting = z.strictObject({
  id: PrinterId,
  name: z.string().trim().min(1).max(60),
  transport: PrinterTransport,
  language: PrinterLanguage.default('escpos'),
  columns: Columns,
  codePage: CodePage.default('cp437'),
  cut: z.enum(['full', 'partial', 'none']).default('partial'),
  /** blank lines after a slip */
  feed: z.int().min(0).max(20).default(3),
  /** whether a cash drawer hangs on it, and opens by itself: with the original of each proof, or once cash was taken for a sale */
  drawer: z.enum(['none', 'by_hand', 'with_receipt', 'with_cash']).default('none'),
  logo: Logo.nullable().default(null),
  /** how it prints a QR code: by a command of its own, or, where it has none, from a picture */
  qr: z.enum(['command', 'picture']).default('command'),
  /** whether a person has seen its test page: only a person can say that a queue of the system passes commands on */
  tested: z.boolean().default(false),
});
export type PrinterSetting = z.infer<typeof PrinterSetting>;
