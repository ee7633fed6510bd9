import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';
import {
  type Paper,
  type PrinterSetting,
  PrinterSetting as PrinterSettingSchema,
} from '../../../shared/domain/printer.ts';

export const columnCounts = [32, 42, 48] as const;

type TransportKind = PrinterSetting['transport']['kind'];

/** A printer as it is typed: what belongs to another kind of connection is kept, so that choosing back loses nothing. */
export interface PrinterDraft
  extends Pick<PrinterSetting, 'columns' | 'language' | 'codePage' | 'cut' | 'drawer' | 'logo' | 'qr' | 'tested'> {
  name: string;
  kind: TransportKind;
  host: string;
  port: string;
  path: string;
  system: string;
  paper: Paper;
  feed: string;
}

type DraftField = 'name' | 'host' | 'port' | 'path' | 'system' | 'feed';

export const newDraft: PrinterDraft = {
  name: '',
  kind: 'tcp',
  host: '',
  port: '9100',
  path: '',
  system: '',
  paper: '58',
  language: 'escpos',
  columns: 32,
  codePage: 'cp437',
  cut: 'partial',
  feed: '3',
  drawer: 'none',
  logo: null,
  qr: 'command',
  tested: false,
};

export function draftOf({ id: _id, transport, name, feed, ...rest }: PrinterSetting): PrinterDraft {
  return { ...newDraft, ...rest, name, feed: String(feed), kind: transport.kind, ...typedTransport(transport) };
}

/** A found or set transport in the form's texts. */
export function typedTransport(transport: PrinterSetting['transport']): Partial<PrinterDraft> {
  switch (transport.kind) {
    case 'tcp':
      return { host: transport.host, port: String(transport.port) };
    case 'device':
      return { path: transport.path };
    case 'system':
      return { system: transport.name };
    case 'system-graphic':
      return { system: transport.name, paper: transport.paper };
  }
}

const number = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

function transportOf(draft: PrinterDraft): object {
  switch (draft.kind) {
    case 'tcp':
      return { kind: 'tcp', host: draft.host, port: number(draft.port) };
    case 'device':
      return { kind: 'device', path: draft.path };
    case 'system':
      return { kind: 'system', name: draft.system.trim() };
    case 'system-graphic':
      return { kind: 'system-graphic', name: draft.system.trim(), paper: draft.paper };
  }
}

const fieldOf: Readonly<Record<string, DraftField>> = { host: 'host', port: 'port', path: 'path', name: 'system' };

/** The printer that was typed, or which fields are not right yet. */
export function readDraft(
  draft: PrinterDraft,
  id: string,
): { printer: PrinterSetting } | { faults: ReadonlySet<DraftField> } {
  const { name, columns, language, codePage, cut, drawer, logo, qr, tested } = draft;
  const graphic = draft.kind === 'system-graphic';
  const read = PrinterSettingSchema.safeParse({
    id,
    name,
    transport: transportOf(draft),
    // A printer that pages are drawn for has none of these.
    ...(graphic ? { columns } : { columns, language, codePage, cut, drawer, logo, qr, feed: number(draft.feed) }),
    tested,
  });
  if (read.success) return { printer: read.data };
  const faults = read.error.issues.map(({ path: [first, second] }): DraftField => {
    if (first === 'transport') return fieldOf[String(second)] ?? 'system';
    return first === 'feed' ? 'feed' : 'name';
  });
  return { faults: new Set(faults) };
}

type Printers = Pick<Settings, 'printers' | 'defaultPrinter'>;
type Change = Pick<SettingsChange, 'printers' | 'defaultPrinter'>;

/** A new unique id. Print jobs store it, so it does not follow the name. */
export function freshId(printers: readonly PrinterSetting[]): string {
  const taken = new Set(printers.map(({ id }) => id));
  for (let n = printers.length + 1; ; n += 1) if (!taken.has(`printer-${n}`)) return `printer-${n}`;
}

/** A changed printer; reached another way, or with another language, its test page is not confirmed yet. */
export function withFreshTest(printer: PrinterSetting, before: PrinterSetting | null): PrinterSetting {
  const wayOf = ({ transport, language }: PrinterSetting): string => JSON.stringify([transport, language]);
  return before !== null && wayOf(before) === wayOf(printer) ? printer : { ...printer, tested: false };
}

/** A printer put in, or in the place of the one with its id. The first is the usual one without being asked. */
export function withPrinter({ printers, defaultPrinter }: Printers, printer: PrinterSetting): Change {
  const at = printers.findIndex(({ id }) => id === printer.id);
  if (at >= 0) return { printers: printers.with(at, printer) };
  const usual = printers.some(({ id }) => id === defaultPrinter);
  return { printers: [...printers, printer], ...(usual ? {} : { defaultPrinter: printer.id }) };
}

/** One printer with a part of it changed; nothing where it was removed meanwhile. */
export function withChanged({ printers }: Printers, id: string, changes: Partial<PrinterSetting>): Change {
  return { printers: printers.map((printer) => (printer.id === id ? { ...printer, ...changes } : printer)) };
}

/** Without that printer; where it was the usual one, the first of the others is. */
export function withoutPrinter({ printers, defaultPrinter }: Printers, id: string): Change {
  const left = printers.filter((printer) => printer.id !== id);
  return { printers: left, ...(defaultPrinter === id ? { defaultPrinter: left[0]?.id ?? null } : {}) };
}

export type Logo = NonNullable<PrinterSetting['logo']>;

/** Dots across the paper: 12 to a letter of font A. The schema takes no more than 576. */
const dotsAcross = (columns: number): number => Math.min(576, columns * 12);
const tallest = 400;

/** The size in dots that a picture is drawn in: as it is, or smaller where the paper is. */
export function logoSize(width: number, height: number, columns: number): { width: number; height: number } {
  const scale = Math.min(1, dotsAcross(columns) / width, tallest / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** A picture in black and white: darker than the middle is black, and transparent is paper. @param rgba four bytes a dot */
export function logoOf(rgba: Uint8ClampedArray, width: number, height: number): Logo {
  const across = Math.ceil(width / 8);
  const rows = new Uint8Array(across * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
      const light = 255 - (alpha / 255) * (255 - (0.299 * red + 0.587 * green + 0.114 * blue));
      const byte = y * across + (x >> 3);
      if (light < 128) rows[byte] = (rows[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { width, height, rows: btoa(String.fromCodePoint(...rows)) };
}

/** The dots of a logo as a picture, black on white. */
export function logoPicture({ width, height, rows }: Logo): Uint8ClampedArray<ArrayBuffer> {
  const bytes = atob(rows);
  const across = Math.ceil(width / 8);
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const black = ((bytes.codePointAt(y * across + (x >> 3)) ?? 0) & (0x80 >> (x & 7))) !== 0;
      if (black) rgba.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return rgba;
}
