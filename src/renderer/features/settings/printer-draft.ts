import { type Settings, type SettingsChange } from '../../../shared/contract/settings.ts';
import { type PrinterSetting, PrinterSetting as PrinterSettingSchema } from '../../../shared/domain/printer.ts';
import { type Paper } from '../../../shared/domain/receipt/doc.ts';

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

/** A changed printer; reached another way, or spoken to in another language, nobody has seen its test page yet. */
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
export function withChanged({ printers }: Printers, id: string, part: Partial<PrinterSetting>): Change {
  return { printers: printers.map((printer) => (printer.id === id ? { ...printer, ...part } : printer)) };
}

/** Without that printer; where it was the usual one, the first of the others is. */
export function withoutPrinter({ printers, defaultPrinter }: Printers, id: string): Change {
  const left = printers.filter((printer) => printer.id !== id);
  return { printers: left, ...(defaultPrinter === id ? { defaultPrinter: left[0]?.id ?? null } : {}) };
}
