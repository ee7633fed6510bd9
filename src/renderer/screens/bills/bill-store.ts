import { create } from 'zustand';
import type { KonterError } from '../../../shared/contract/errors.ts';

/**
 * - ask: product and number are typed
 * - inquiring: the provider is asked for the bill
 * - bill: the bill is shown, cash is taken
 * - review: read back, nothing paid
 * - sending: one payment is out; a second press does nothing
 * - done: what became of it
 */
export type BillPhase = 'ask' | 'inquiring' | 'bill' | 'review' | 'sending' | 'done';

export interface BillState {
  code: string;
  customerNo: string;
  phase: BillPhase;
  /** the inquired sale; kept current by events */
  billId: string | null;
  /** the total that was shown before a new inquiry, whole rupiah */
  totalBefore: number | null;
  tendered: number | null;
  problem: KonterError | null;
  checked: boolean;
}

const fresh: BillState = {
  code: '',
  customerNo: '',
  phase: 'ask',
  billId: null,
  totalBefore: null,
  tendered: null,
  problem: null,
  checked: false,
};

export const useBill = create<BillState>(() => fresh);

export const startAnewBill = (): void => useBill.setState(fresh);

/** A change of what is asked for takes the former bill away. */
export function changeAsk(part: Partial<Pick<BillState, 'code' | 'customerNo'>>): void {
  useBill.setState({ ...part, phase: 'ask', billId: null, totalBefore: null, tendered: null, problem: null });
}

export const setTendered = (tendered: number | null): void => useBill.setState({ tendered });
export const backToBill = (): void => useBill.setState({ phase: 'bill', problem: null });
export const dismissProblem = (): void => useBill.setState({ problem: null });
