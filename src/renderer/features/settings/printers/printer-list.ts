import type { Settings, SettingsChange } from '../../../../shared/contract/settings.ts';
import type { PrinterSetting } from '../../../../shared/domain/printer.ts';

type Printers = Pick<Settings, 'printers' | 'defaultPrinter'>;
type Change = Pick<SettingsChange, 'printers' | 'defaultPrinter'>;

/** An id that no printer has. It stands in print jobs, so it does not follow the name. */
export function freshId(printers: readonly PrinterSetting[]): string {
  const taken = new Set(printers.map(({ id }) => id));
  for (let n = printers.length + 1; ; n += 1) if (!taken.has(`printer-${n}`)) return `printer-${n}`;
}

/** A printer put in, or in the place of the one with its id. The first is the usual one without being asked. */
export function withPrinter({ printers, defaultPrinter }: Printers, printer: PrinterSetting): Change {
  const at = printers.findIndex(({ id }) => id === printer.id);
  if (at >= 0) return { printers: printers.with(at, printer) };
  const usual = printers.some(({ id }) => id === defaultPrinter);
  return { printers: [...printers, printer], ...(usual ? {} : { defaultPrinter: printer.id }) };
}

/** Without that printer; where it was the usual one, the first of the others is. */
export function withoutPrinter({ printers, defaultPrinter }: Printers, id: string): Change {
  const left = printers.filter((printer) => printer.id !== id);
  return { printers: left, ...(defaultPrinter === id ? { defaultPrinter: left[0]?.id ?? null } : {}) };
}
