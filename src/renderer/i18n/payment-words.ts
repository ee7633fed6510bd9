import type { TFunction } from 'i18next';
import { formatRupiah } from '../../shared/domain/money.ts';
import type { Payment } from '../../shared/domain/payment.ts';

type Part = Pick<Payment, 'method' | 'amount'> & { reference?: string | null };

/** How it was or will be paid: "QRIS Rp5.000 + Tunai Rp7.000"; references stand in brackets. */
export const paymentWords = (t: TFunction, parts: readonly Part[]): string =>
  parts
    .map(({ method, amount, reference }) => {
      const words = `${t(`payments.method.${method}`)} ${formatRupiah(amount)}`;
      return reference ? `${words} (${reference})` : words;
    })
    .join(' + ');
