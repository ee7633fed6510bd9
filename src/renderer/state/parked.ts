import { create } from 'zustand';
import type { ParkedSale } from '../../shared/contract/parking.ts';
import { call } from '../host/call.ts';

interface Parked {
  /** of the whole counter, oldest first */
  parked: readonly ParkedSale[];
}

export const useParked = create<Parked>(() => ({ parked: [] }));

export const receiveParked = (parked: readonly ParkedSale[]): void => useParked.setState({ parked });

/** An event that came meanwhile is newer than the answer. */
export async function refreshParked(): Promise<void> {
  const before = useParked.getState().parked;
  const answer = await call('parking.list');
  if (answer.ok && useParked.getState().parked === before) receiveParked(answer.value.parked);
}
