import type { PrinterSetting } from '../printer.ts';
import { gap, type ReceiptBlock, type ReceiptDoc } from './doc.ts';

const words = {
  id: {
    title: 'Halaman uji',
    notice: 'BUKAN STRUK\nBukan bukti pembayaran',
    printer: 'Printer',
    columns: 'Kolom',
    page: 'Huruf',
    amount: 'Jumlah',
    sn: 'Nomor seri',
    token: 'Token',
    width: 'Lebar kertas: pilih angka di ujung baris terpanjang yang tidak patah.',
    qr: 'Kode QR ini harus tercetak dan terbaca',
    done: 'Jawab pertanyaan di layar: kertasnya keluar, kodenya tercetak?',
    ruler: 'Tes lebar kertas',
    rulerSays: 'Baris terpanjang yang tidak patah adalah jumlah kolom printer ini.',
    letters: (count: number) => `${count} huruf`,
  },
  en: {
    title: 'Test page',
    notice: 'NOT A RECEIPT\nNot a proof of payment',
    printer: 'Printer',
    columns: 'Columns',
    page: 'Letters',
    amount: 'Amount',
    sn: 'Serial number',
    token: 'Token',
    width: 'Paper width: choose the number at the end of the longest line that is not broken.',
    qr: 'This QR code must be printed and readable',
    done: 'Answer on the screen: did the page and the code come out?',
    ruler: 'Paper width test',
    rulerSays: 'The longest line that is not broken is this printer’s number of columns.',
    letters: (count: number) => `${count} letters`,
  },
};

/** Every letter, size and line that slips use, so that a wrong setting is seen before a customer sees it. */
export function buildTestPage(printer: PrinterSetting, language: 'id' | 'en'): ReceiptDoc {
  const { name, columns, codePage, transport } = printer;
  const say = words[language];
  // Pages have no columns.
  const widths = transport.kind === 'system-graphic' ? [] : [32, 42, 48];
  return {
    language,
    blocks: [
      { type: 'title', text: say.title },
      { type: 'notice', text: say.notice },
      gap,
      { type: 'pair', label: say.printer, value: name },
      { type: 'pair', label: say.columns, value: String(columns) },
      { type: 'pair', label: say.page, value: codePage },
      gap,
      ...(widths.length === 0 ? [] : [{ type: 'paragraph' as const, text: say.width }]),
      ...widths.map((width): ReceiptBlock => ({ type: 'paragraph', text: numbered(width), unbroken: true })),
      gap,
      {
        type: 'paragraph',
        text: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,:;-/()*#&@ é è ü ñ ç',
      },
      gap,
      { type: 'sn', label: say.sn, groups: ['0312345678901234'], token: false },
      { type: 'sn', label: say.token, groups: ['0123', '4567', '8901', '2345', '6789'], token: true },
      gap,
      { type: 'amount', label: say.amount, value: 'Rp12.000', strong: false },
      { type: 'amount', label: say.amount, value: 'Rp1.234.567', strong: true },
      gap,
      { type: 'centred', text: say.done },
      gap,
      { type: 'qr', text: qrText, caption: say.qr },
    ],
  };
}

/** To be printed with 48 columns, whatever the printer has: where it breaks a line itself, its own columns end. */
export function buildRuler(language: 'id' | 'en'): ReceiptDoc {
  const say = words[language];
  const lines = [32, 42, 48].flatMap((count): ReceiptBlock[] => [
    { type: 'centred', text: say.letters(count) },
    { type: 'paragraph', text: line(count) },
    gap,
  ]);
  return {
    language,
    blocks: [{ type: 'title', text: say.ruler }, gap, ...lines, { type: 'paragraph', text: say.rulerSays }],
  };
}

/** As long as a proof, so that its squares are as small as those of a receipt's. */
const qrText = `KONTER ${'TEST PAGE '.repeat(12)}`.trim();

/** A line that ends in its own length: "123456…=32". */
function numbered(length: number): string {
  const end = `=${length}`;
  return line(length - end.length) + end;
}

/** 1234567890123..., without a space to break at. */
const line = (length: number): string => Array.from({ length }, (_, at) => String((at + 1) % 10)).join('');
