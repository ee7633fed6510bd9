import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { currentOffers, refreshOffers } from '../../state/offers.ts';
import { mergeSales } from '../../state/sales.ts';
import { pageMode } from '../../state/status.ts';
import { checkoutRules } from './checkout-rules.ts';
import { type Checkout, missingField, update, updateDraft, useCheckout } from './checkout-store.ts';
import { offerOfCode, retryInCapitals } from './offer-search.ts';
import { billOf, codeOf, requestOf } from './sale-draft.ts';

/** What Enter, and the one button, does next with a complete sale. */
export type NextAction = 'inquire' | 'wait' | 'inquireAgain' | 'useNewer' | 'confirm';

/** @param bill the bill that was found; null: none */
export function nextAction({ kind, phase, error }: Checkout, bill: Transaction | null): NextAction {
  if (!checkoutRules[kind].needsInquiry) return 'confirm';
  if (phase === 'inquiry') return 'wait';
  if (phase !== 'entry' || !bill) return 'inquire';
  if (error?.code === 'price_changed' && error.other) return 'useNewer';
  return error || bill.state !== 'inquired' ? 'inquireAgain' : 'confirm';
}

/** Asks the provider for the bill. The total of a bill that is shown already is kept, to show a difference. */
export async function inquire(): Promise<void> {
  const { bill } = useCheckout.getState();
  const { draft, phase } = bill;
  if (phase === 'inquiry' || phase === 'sending' || missingField(bill) !== null) return;
  const previousTotal = billOf(draft)?.total ?? null;
  const { productCode, customerNo } = requestOf(draft);
  update('bill', { phase: 'inquiry', error: null, entryError: null });
  const answer = await retryInCapitals(knownCode(productCode), (code) =>
    call('inquiry', { productCode: code, customerNo, ...pageMode() }),
  );
  const { bill: now } = useCheckout.getState();
  if (now.phase !== 'inquiry' || codeOf(now.draft) !== productCode || now.draft.customerNo !== draft.customerNo) return;
  // Cash that was typed already is no number, and a number that is being typed is no cash.
  const isEditing = now.step !== 'tendered' && now.text !== '';
  if (!answer.ok) {
    if (answer.error.transaction) mergeSales([answer.error.transaction]);
    const field = isEditing ? {} : ({ step: 'customerNo', text: '' } as const);
    const unfound = { ...now.draft, bill: null, price: null };
    return update('bill', { draft: unfound, phase: 'entry', error: answer.error, ...field });
  }
  mergeSales([answer.value]);
  const field = isEditing ? {} : ({ step: 'tendered' } as const);
  update('bill', { draft: { ...now.draft, bill: answer.value.id }, phase: 'entry', previousTotal, ...field });
  void refreshOffers();
}

function knownCode(typed: string): string {
  return offerOfCode(currentOffers(), typed)?.product.productCode ?? typed.trim();
}

/** Continues with the newer inquiry that an error "price_changed" names. */
export function switchToNewerBill(): void {
  const { draft, error } = useCheckout.getState().bill;
  const newer = error?.other;
  if (!newer) return;
  const previousTotal = billOf(draft)?.total ?? null;
  mergeSales([newer]);
  updateDraft('bill', { bill: newer.id, tendered: null });
  update('bill', { phase: 'entry', previousTotal, text: '', step: 'tendered', error: null });
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
