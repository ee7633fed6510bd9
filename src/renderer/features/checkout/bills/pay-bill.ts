import { isDiskReason } from '../../../../shared/contract/reasons.ts';
import { cashShortfall } from '../../../../shared/domain/cash.ts';
import { call } from '../../../host/call.ts';
import { keepSales, useSales } from '../../../state/sales.ts';
import { shownMode } from '../../../state/status.ts';
import type { Overrides } from '../sell/sell-draft.ts';
import { useBill } from './bill-store.ts';

/** Reads the payment back before anything is sent. Says whether it could. */
export function reviewBill(): boolean {
  const { billId, tendered } = useBill.getState();
  const bill = billId === null ? undefined : useSales.getState().byId[billId];
  if (bill?.state !== 'inquired' || bill.total === null || cashShortfall(bill.total, tendered) > 0) {
    return false;
  }
  useBill.setState({ phase: 'review', readBack: bill.total, text: '', problem: null, fault: null });
  return true;
}

/** Pays what was read back, once: the phase is changed before anything is awaited, so a second press finds it changed. */
export async function payBill(overrides: Omit<Overrides, 'allowCutOff' | 'allowBelowCost'> = {}): Promise<void> {
  const { phase, billId, readBack, tendered } = useBill.getState();
  const bill = billId === null ? undefined : useSales.getState().byId[billId];
  if (phase !== 'review' || !bill || readBack === null) return;
  useBill.setState({ phase: 'sending', problem: null });
  const cash = { total: readBack, tendered: tendered ?? readBack };
  const answer = await call('pay', { id: bill.id, ...cash, ...shownMode(), ...overrides });
  if (answer.ok) {
    keepSales([answer.value]);
    useBill.setState({ phase: 'done' });
    return;
  }
  const { error } = answer;
  keepSales([error.transaction, error.other].filter((sale) => sale !== undefined));
  const now = useSales.getState().byId[bill.id] ?? bill;
  // Nothing was paid and the bill stands as it stood: the cashier decides. Anything else is this sale's outcome.
  const stillOpen = now.state === 'inquired' && (error.code !== 'internal' || isDiskReason(error.reason));
  if (error.code === 'price_changed' && error.other?.id === bill.id) {
    // This very bill: it shows both totals, and what was counted out was for the other one.
    useBill.setState({ phase: 'bill', step: 'tendered', text: '', totalBefore: readBack, tendered: null });
  } else if (error.code === 'inquiry_expired' || error.code === 'price_changed') {
    useBill.setState({ phase: 'bill', step: 'tendered', text: '', problem: error });
  } else useBill.setState({ phase: stillOpen ? 'review' : 'done', problem: error });
}

/** Goes on with the newer inquiry that a price_changed named. */
export function takeNewerBill(): void {
  const { problem, billId } = useBill.getState();
  const newer = problem?.other;
  if (!newer) return;
  const before = billId === null ? null : (useSales.getState().byId[billId]?.total ?? null);
  keepSales([newer]);
  useBill.setState({
    phase: 'bill',
    billId: newer.id,
    totalBefore: before,
    tendered: null,
    text: '',
    step: 'tendered',
    problem: null,
  });
}
