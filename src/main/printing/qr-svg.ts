import { encodeQR } from 'qr';
import { qrPath } from '../../shared/domain/receipt/qr-path.ts';

/** A QR code as inline SVG with its quiet zone, black on white. @throws when the text is too long for any QR code */
export function qrSvg(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const side = modules.length;
  return `<svg viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path d="${qrPath(modules)}"/></svg>`;
}
