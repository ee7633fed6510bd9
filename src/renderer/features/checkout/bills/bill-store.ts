import { create } from 'zustand';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { EntryStep } from '../../../../shared/domain/entry/reading.ts';
import type { EntryFault } from '../entry/fault.ts';

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
  /** as the shop knows it, else as typed: codes are the provider's, and their capitals may matter */
  code: string;
  customerNo: string;
  phase: BillPhase;
  /** what stands in the one field, not taken yet */
  text: string;
  /** what the field expects; "price" never: bills have their own */
  step: EntryStep;
  /** where the bill was asked for: the next customer begins there */
  from: 'sell' | 'bills';
  /** the inquired sale; kept current by events */
  billId: string | null;
  /** the total that was shown before a new inquiry, whole rupiah */
  totalBefore: number | null;
  /** the total that was read back, whole rupiah: nothing else is paid */
  readBack: number | null;
  tendered: number | null;
  problem: KonterError | null;
  fault: EntryFault | null;
}

const fresh: BillState = {
  code: '',
  customerNo: '',
  phase: 'ask',
  text: '',
  step: 'product',
  from: 'bills',
  billId: null,
  totalBefore: null,
  readBack: null,
  tendered: null,
  problem: null,
  fault: null,
};

export const useBill = create<BillState>(() => fresh);

export const startAnewBill = (): void => useBill.setState(fresh);

/** A change of what is asked for takes the former bill away. */
export function changeAsk(part: Partial<Pick<BillState, 'code' | 'customerNo'>>): void {
  useBill.setState({
    ...part,
    phase: 'ask',
    billId: null,
    totalBefore: null,
    tendered: null,
    problem: null,
    fault: null,
  });
}

export const setTendered = (tendered: number | null): void => useBill.setState({ tendered, fault: null });
export const backToBill = (): void =>
  useBill.setState({ phase: 'bill', step: 'tendered', text: '', problem: null, fault: null });
export const dismissProblem = (): void => useBill.setState({ problem: null });
