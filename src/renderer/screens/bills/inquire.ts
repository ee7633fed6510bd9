import { isCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call } from '../../host/call.ts';
import { offersNow, refreshOffers } from '../../store/offers.ts';
import { keepSales, useSales } from '../../store/sales.ts';
import { shownMode } from '../../store/status.ts';
import { offerOfCode } from '../entry/matching-offers.ts';
import { orInCapitals } from '../sale/in-capitals.ts';
import { type BillState, useBill } from './bill-store.ts';

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
