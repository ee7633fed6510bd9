import type { Settings } from '../../shared/contract/settings.ts';
import { buildSlip } from '../../shared/domain/receipt/build.ts';
import type { ReceiptDoc } from '../../shared/domain/receipt/doc.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { type KeyRing, makeProof } from '../proofs/index.ts';

/** What a slip is made with: the shop's words, and the key that signs its proof. */
export interface SlipMaking {
  runtime(): {
    mode: 'training' | 'live';
    journal: Pick<SalesStore, 'resultEvent'> & { readonly people: { whoSold(saleId: string): Promise<string | null> } };
  };
  settings(): Settings;
  proofKeys: KeyRing;
}

/** The slip of a sale as it leaves the shop, with the proof that anyone can verify. @param copy 1 is the original */
export async function slipOf(
  sale: Transaction,
  copy: number,
  { runtime, settings, proofKeys }: SlipMaking,
): Promise<ReceiptDoc> {
  const { language, timeZone, shop, slipCashier } = settings();
  const { mode, journal } = runtime();
  const proof = await makeProof(sale, { journal, mode }, proofKeys);
  const cashier = slipCashier ? await journal.people.whoSold(sale.id) : null;
  return buildSlip(sale, { language, timeZone, shop, training: mode === 'training', copy, cashier, proof });
}
