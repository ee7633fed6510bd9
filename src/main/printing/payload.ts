import type { PrinterSetting } from '../../shared/domain/printer.ts';
import type { ReceiptDoc } from '../../shared/domain/receipt/doc.ts';
import type { LinePayload } from './printer-line.ts';
import { renderBytes } from './render/render.ts';
import { slipHtml } from './render/slip-html.ts';
import { pageBytes } from './transports/graphic.ts';

/** What exactly will be printed, settled now. @param about whose original opens the drawer, where the owner wants that */
export function payloadFor(
  { transport, language, columns, codePage, cut, feed, drawer, logo }: PrinterSetting,
  doc: ReceiptDoc,
  about: { saleId: string | null; copy: number | null },
): LinePayload {
  const picture = logo === null ? null : { ...logo, rows: Buffer.from(logo.rows, 'base64') };
  if (transport.kind === 'system-graphic') {
    const { paper } = transport;
    const page = { html: slipHtml(doc, paper, picture), paper, saleId: about.saleId, copy: about.copy ?? 1 };
    return { format: 'page', bytes: pageBytes(page) };
  }
  const options = {
    language,
    columns,
    codePage,
    cut,
    feed,
    drawer: drawer === 'with_receipt' && about.copy === 1,
    logo: picture,
  };
  return { format: language, bytes: renderBytes(doc, options) };
}
