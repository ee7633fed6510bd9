import { encodeQR } from 'qr';
import { formatRupiah } from '../../shared/domain/money.ts';
import type { QrisToPay } from '../../shared/domain/qris.ts';
import { qrPath } from '../../shared/domain/receipt/doc.ts';
import { useTranslation } from '../i18n/translation.ts';
import { classes } from './classes.ts';

/** small and medium: beside the words, as small as a phone reads it, or for a hand above it; large: above them, across a counter */
type Size = 'small' | 'medium' | 'large';

const sizes: Readonly<Record<Size, string>> = {
  small: 'size-36 shrink-0',
  medium: 'size-56 shrink-0',
  large: 'size-[min(26rem,44vh)]',
};

/** A QRIS code that somebody is about to pay, and whom they pay. */
export function QrisCode({ qris, size }: { qris: QrisToPay; size: Size }) {
  const { t } = useTranslation();
  const { code, merchant, nmid, due, hasAmount, training } = qris;
  const amount = formatRupiah(due);
  return (
    <figure
      data-testid="qris"
      className={classes('flex min-w-0 items-center gap-4', size === 'large' && 'flex-col text-center')}
    >
      <QrCode text={code} className={sizes[size]} />
      <figcaption className="min-w-0">
        <p className="text-large font-semibold break-words">{merchant}</p>
        {nmid === null ? null : <p className="font-mono text-small text-ink-soft">{nmid}</p>}
        <p className={size === 'small' ? 'text-title font-bold' : 'text-giant font-bold'}>{amount}</p>
        {training ? (
          <p className="inline-block rounded-key bg-training px-2 font-semibold text-training-ink">
            {t('qris.training')}
          </p>
        ) : hasAmount ? null : (
          <p>{t('qris.type', { amount })}</p>
        )}
      </figcaption>
    </figure>
  );
}

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
