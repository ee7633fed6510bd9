import { create } from 'zustand';
import { type Batch, batchWithoutCosts } from '../../shared/contract/batches.ts';
import { call, onPin } from '../host/call.ts';
import { dropOnPersonChange } from './page-data.ts';
import { mergeSales } from './sales.ts';

interface BatchStore {
  isOpen: boolean;
  /** the list as typed or pasted; kept until it is sent */
  text: string;
  /** inquired bills that are paid together, by the ids of their sales */
  bills: readonly string[];
  /** as main has it, while its lines are sent or wait, and until the cashier goes on to the next customer */
  batch: Batch | null;
  /** saved groups of bills stand in the place of the list */
  showsGroups: boolean;
  /** the group that was opened last */
  groupId: string | null;
}

export const useBatch = create<BatchStore>(() => ({
  isOpen: false,
  text: '',
  bills: [],
  batch: null,
  showsGroups: false,
  groupId: null,
}));

dropOnPersonChange(() => useBatch.setState(({ batch }) => (batch === null ? {} : { batch: batchWithoutCosts(batch) })));

// A PIN that was typed into the list is no customer's number.
onPin((pin) =>
  useBatch.setState(({ text }) => ({
    text: text
      .split('\n')
      .filter((line) => line.trim() !== pin)
      .join('\n'),
  })),
);

/** Opens the list, with more lines at its end. */
export function openBatch(more = ''): void {
  useBatch.setState(({ text }) => {
    const before = text.trimEnd();
    return { isOpen: true, text: before === '' || more === '' ? `${before}${more}` : `${before}\n${more}` };
  });
}

export const closeBatch = (): void => useBatch.setState({ isOpen: false });

export const addBill = (saleId: string): void =>
  useBatch.setState(({ bills }) => (bills.includes(saleId) ? {} : { bills: [...bills, saleId] }));

/** A batch of an answer or an event. One of another window that is over takes no place on this screen. */
export function receiveBatch(batch: Batch): void {
  mergeSales(batch.lines.map(({ sale }) => sale));
  const isOpen = batch.state === 'running' || batch.state === 'paused';
  useBatch.setState(({ batch: current }) => ((current === null ? isOpen : current.id === batch.id) ? { batch } : {}));
}

/**
 * The answer to a call about the batch that is shown. An event that came meanwhile is newer.
 * @param current when the call was made
 */
export function receiveBatchAnswer(batch: Batch, current: Batch | null): void {
  const now = useBatch.getState().batch;
  if (now === current || now?.id !== batch.id) receiveBatch(batch);
}

/** A batch whose lines wait, say since the program was closed, is shown: a person decides about it. */
export async function refreshBatch(): Promise<void> {
  const current = useBatch.getState().batch;
  const answer = await call('batches.open');
  if (!answer.ok || answer.value === null) return;
  receiveBatchAnswer(answer.value, current);
  useBatch.setState({ isOpen: true });
}

/** Whether pasted text is a list rather than one number. */
export const isList = (text: string): boolean => text.trim().includes('\n');
