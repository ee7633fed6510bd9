import { createHash } from 'node:crypto';
import {
  base32,
  digestBytes,
  type ProofFacts,
  proofText,
  proofTime,
  signedText,
  snField,
  trainingProof,
} from '../../shared/domain/proof.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Head, SalesStore } from '../db/sales-store.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * The proof on a sale's slip; the same on every copy while the sale does not change.
 * @returns null if the sale is no success, or if there is no key to sign with
 */
export async function makeProof(
  sale: Transaction,
  { journal, mode }: { journal: Pick<SalesStore, 'resultEvent'>; mode: 'training' | 'live' },
  keys: Pick<KeyRing, 'signer'>,
): Promise<string | null> {
  if (sale.state !== 'success' || sale.receiptNo === null) return null;
  const head = await journal.resultEvent(sale.id);
  if (!head) return null;
  const facts = factsOf({ ...sale, receiptNo: sale.receiptNo }, head);
  if (mode === 'training') return trainingProof(facts);
  const signer = await keys.signer();
  if (!signer) return null;
  const signed = signedText(signer.id, facts);
  return proofText(signed, signer.sign(signed));
}

function factsOf(sale: Transaction & { receiptNo: string }, { seq, hash }: Head): ProofFacts {
  return {
    receiptNo: sale.receiptNo,
    total: sale.total,
    at: timeOnSlip(sale),
    snField: fieldOf(sale.sn),
    head: { seq, hash: base32(Buffer.from(hash, 'hex').subarray(0, digestBytes)) },
  };
}

/** The time on the slip, as a proof encodes it. */
export function timeOnSlip({ sentAt, createdAt }: Pick<Transaction, 'sentAt' | 'createdAt'>): string {
  return proofTime(sentAt ?? createdAt);
}

/** The sn in a proof: whole, or its digest if it is too long. */
export function fieldOf(sn: string | null): string {
  return (
    snField(sn) ??
    `:${base32(
      createHash('sha256')
        .update(sn ?? '')
        .digest()
        .subarray(0, digestBytes),
    )}`
  );
}
