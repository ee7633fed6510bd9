import type { ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { slipText } from '../../../shared/domain/receipt/text.ts';
import type { BytesOptions, PrinterLanguage } from './options.ts';

/** The slip as the printer's own commands, ready to be sent as they are. Holds no status requests. */
export function renderBytes(doc: ReceiptDoc, options: BytesOptions): Uint8Array {
  return new TextEncoder().encode(slipText(doc, options.columns));
}

/** Only opens the cash drawer. */
export function drawerKick(language: PrinterLanguage): Uint8Array {
  return language === 'escpos' ? Uint8Array.of(0x1b, 0x70, 0, 50, 250) : Uint8Array.of(0x07);
}
