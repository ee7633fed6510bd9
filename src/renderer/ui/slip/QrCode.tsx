import { encodeQR } from 'qr';
import { qrPath } from '../../../shared/domain/receipt/doc.ts';

/** The QR code of a slip, as printed; its meaning is beside it in words. @param className its size and place */
export function QrCode({ text, className = 'mx-auto size-40' }: { text: string; className?: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      // White in dark rooms too: readers look for dark on light.
      className={`bg-[#fff] ${className}`}
    >
      <path d={qrPath(modules)} />
    </svg>
  );
}
