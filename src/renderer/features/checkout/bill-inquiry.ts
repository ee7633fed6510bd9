import { normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { currentOffers, refreshOffers } from '../../state/offers.ts';
import { mergeSales, useSales } from '../../state/sales.ts';
import { pageMode } from '../../state/status.ts';
import { type BillCheckout, missingField, updateBill, useCheckout } from './checkout-store.ts';
import { offerOfCode, retryInCapitals } from './offer-search.ts';

/** What Enter, and the one button, does next with a bill. */
export type BillAction = 'inquire' | 'wait' | 'inquireAgain' | 'useNewer' | 'confirm';

/** @param sale the bill that was found; null: none */
export function nextBillAction({ phase, error }: BillCheckout, sale: Transaction | null): BillAction {
  if (phase === 'lookup') return 'wait';
  if (phase !== 'entry' || !sale) return 'inquire';
  if (error?.code === 'price_changed' && error.other) return 'useNewer';
  return error || sale.state !== 'inquired' ? 'inquireAgain' : 'confirm';
}

/** The bill that was found; null before, and while it is not known here. */
export function currentBill(): Transaction | null {
  const { saleId } = useCheckout.getState().bill;
  return saleId === null ? null : (useSales.getState().byId[saleId] ?? null);
}

/** Asks the provider for the bill. The total of a bill that is shown already is kept, to tell a difference. */
export async function inquire(): Promise<void> {
  const { bill } = useCheckout.getState();
  const { productCode, customerNo, phase } = bill;
  if (phase === 'lookup' || phase === 'sending' || missingField(bill) !== null) return;
  const previousTotal = currentBill()?.total ?? null;
  updateBill({ phase: 'lookup', error: null, entryError: null });
  const answer = await retryInCapitals(knownCode(productCode), (code) =>
    call('inquiry', { productCode: code, customerNo: normaliseCustomerNo(customerNo), ...pageMode() }),
  );
  const { bill: now } = useCheckout.getState();
  if (now.phase !== 'lookup' || now.productCode !== productCode || now.customerNo !== customerNo) return;
  // Cash that was typed already is no number, and a number that is being typed is no cash.
  const isEditing = now.step !== 'tendered' && now.text !== '';
  if (!answer.ok) {
    if (answer.error.transaction) mergeSales([answer.error.transaction]);
    const field = isEditing ? {} : ({ step: 'customerNo', text: '' } as const);
    updateBill({ phase: 'entry', error: answer.error, saleId: null, ...field });
    return;
  }
  mergeSales([answer.value]);
  const field = isEditing ? {} : ({ step: 'tendered' } as const);
  updateBill({ phase: 'entry', saleId: answer.value.id, previousTotal, ...field });
  void refreshOffers();
}

function knownCode(typed: string): string {
  return offerOfCode(currentOffers(), typed)?.product.productCode ?? typed.trim();
}

/** Continues with the newer inquiry that an error "price_changed" names. */
export function switchToNewerBill(): void {
  const newer = useCheckout.getState().bill.error?.other;
  if (!newer) return;
  const previousTotal = currentBill()?.total ?? null;
  mergeSales([newer]);
  updateBill({
    phase: 'entry',
    saleId: newer.id,
    previousTotal,
    tendered: null,
    text: '',
    step: 'tendered',
    error: null,
  });
}

/** How long a bill may still be paid by the shop's own limit, milliseconds; 0 and below: no longer. */
export function inquiryTimeLeft(
  bill: Pick<Transaction, 'inquiredAt' | 'createdAt'>,
  now: number,
  inquiryMinutes: number,
): number {
  const limit = inquiryMinutes * 60_000;
  // The page knows main's clock to the second: it never shows more than the limit.
  return Math.min(limit, Date.parse(bill.inquiredAt ?? bill.createdAt) + limit - now);
}
