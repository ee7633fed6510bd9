import { create } from 'zustand';
import { goToReceipts } from '../../../state/places.ts';

/** The proof that was scanned into the field and is being shown; null: none. */
export const useScannedProof = create<{ text: string | null }>(() => ({ text: null }));

export const openScannedProof = (text: string): void => useScannedProof.setState({ text });
export const closeScannedProof = (): void => useScannedProof.setState({ text: null });

/** Looks a receipt up by its number, in the place of the receipts. */
export const openReceipt = (receiptNo: string): void => goToReceipts({ text: receiptNo });
