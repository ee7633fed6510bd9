import { isCustomerNo, normaliseCustomerNo } from '../../../../shared/domain/customer-no.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { call } from '../../../host/call.ts';
import { offersNow, refreshOffers } from '../../../state/offers.ts';
import { goTo } from '../../../state/places.ts';
import { keepSales, useSales } from '../../../state/sales.ts';
import { shownMode } from '../../../state/status.ts';
import { offerOfCode } from '../entry/matching-offers.ts';
import { orInCapitals } from '../sale/in-capitals.ts';
import { type BillState, changeAsk, startAnewBill, useBill } from './bill-store.ts';

export type AskField = 'product' | 'customerNo';

/** The first thing that keeps a bill from being asked for; null when nothing does. */
export function missingOfAsk(ask: Pick<BillState, 'code' | 'customerNo'>): AskField | null {
  if (ask.code.trim() === '') return 'product';
  return isCustomerNo(normaliseCustomerNo(ask.customerNo)) ? null : 'customerNo';
}

/** Asks the provider for the bill. A bill already shown stays known by its total, so that a difference can be told. */
export async function inquire(): Promise<void> {
  const { code, customerNo, phase, billId } = useBill.getState();
  if (phase === 'inquiring' || phase === 'sending' || missingOfAsk({ code, customerNo }) !== null) return;
  const before = billId === null ? null : (useSales.getState().byId[billId]?.total ?? null);
  useBill.setState({ phase: 'inquiring', problem: null, fault: null });
  const answer = await orInCapitals(knownCode(code), (productCode) =>
    call('inquiry', { productCode, customerNo: normaliseCustomerNo(customerNo), ...shownMode() }),
  );
  const now = useBill.getState();
  if (now.phase !== 'inquiring' || now.code !== code || now.customerNo !== customerNo) return;
  if (!answer.ok) {
    if (answer.error.transaction) keepSales([answer.error.transaction]);
    useBill.setState({ phase: 'ask', step: 'customerNo', problem: answer.error, billId: null });
    return;
  }
  keepSales([answer.value]);
  useBill.setState({ phase: 'bill', step: 'tendered', billId: answer.value.id, totalBefore: before });
  void refreshOffers();
}

/** The code as this counter knows it, else as typed: codes are the provider's, and their capitals may matter. */
function knownCode(typed: string): string {
  return offerOfCode(offersNow(), typed)?.product.productCode ?? typed.trim();
}

/** Begins with a bill from anywhere: what is known of it is asked for at once. */
export function askForBill(code: string, customerNo: string, from: 'sell' | 'bills'): void {
  if (useBill.getState().phase === 'sending') return;
  startAnewBill();
  changeAsk({ code, customerNo });
  useBill.setState({ from });
  goTo('bills');
  goOn();
}

/** Goes on with a bill that was asked for before and may still be paid. */
export function openInquiry(bill: Transaction): void {
  if (useBill.getState().phase === 'sending') return;
  keepSales([bill]);
  startAnewBill();
  changeAsk({ code: bill.productCode, customerNo: bill.customerNo });
  useBill.setState({ phase: 'bill', billId: bill.id, step: 'tendered', from: 'sell' });
  goTo('bills');
}

/** To what is missing; when nothing is, the provider is asked. */
export function goOn(): void {
  const missing = missingOfAsk(useBill.getState());
  useBill.setState({ text: '', fault: null, step: missing ?? 'tendered' });
  if (missing === null) void inquire();
}
