import { createHash } from 'node:crypto';
import type { ProofClaims, ProofVerdict } from '../../shared/contract/proofs.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import {
  base32,
  digestBytes,
  fromBase32,
  type ParsedProof,
  type ProofFacts,
  parseProof,
  proofText,
  proofTime,
  type ReadProof,
  scannedProofs,
  signedText,
  snField,
  trainingProof,
} from '../../shared/domain/proof.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { isSignedBy } from '../base/ed25519.ts';
import type { Head } from '../db/change.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { KeyRing } from './key-ring.ts';

interface SalesOf {
  db: Pick<SalesStore, 'findByReceiptNo' | 'holds' | 'head'>;
  mode: 'training' | 'live';
}

/** Whether a proof is genuine, and the state of its sale, by the data on this machine. */
export async function verifyProof(
  typed: string,
  { db, mode }: SalesOf,
  keys: Pick<KeyRing, 'find'>,
): Promise<ProofVerdict> {
  const scans = scannedProofs(typed).map(parseProof);
  const proofs = scans.flatMap((one) => (one.kind === 'proof' ? [one.proof] : []));
  const first = proofs[0];
  if (!first) return { verdict: 'unreadable', reason: reasonOf(scans) };
  // Readings for other keyboard layouts count only if their signature is valid.
  for (const proof of proofs) {
    const terminal = proof.signature === null ? null : await keys.find(proof.terminal);
    if (
      !terminal ||
      !proof.signature ||
      !isSignedBy(proof.signed, proof.signature, Buffer.from(terminal.bytes).toString('base64url'))
    )
      continue;
    const { id, name, own } = terminal;
    return {
      verdict: 'genuine',
      terminal: { id, name, own },
      claims: claimsOf(proof),
      // Training signs nothing, so its database holds no genuine sale.
      ...(await compareWithSale(proof, own && mode === 'live', db)),
    };
  }
  return notGenuine(first, db, keys);
}

async function notGenuine(
  proof: ReadProof,
  db: Pick<SalesStore, 'findByReceiptNo' | 'holds'>,
  keys: Pick<KeyRing, 'find'>,
): Promise<ProofVerdict> {
  const claims = claimsOf(proof);
  if (proof.signature === null) return { verdict: 'training', claims };
  const terminal = await keys.find(proof.terminal);
  if (terminal) {
    const { id, name, own } = terminal;
    return { verdict: 'altered', terminal: { id, name, own }, claims };
  }
  const sale = await db.findByReceiptNo(claims.receiptNo);
  const same = sale && sameSale(proof, sale) && (await db.holds(claims.head)) ? sale : null;
  return { verdict: 'unknown_terminal', id: proof.terminal, claims, sale: same };
}

function reasonOf(scans: readonly ParsedProof[]): 'not_a_proof' | 'damaged' | 'newer' {
  if (scans.some(({ kind }) => kind === 'damaged')) return 'damaged';
  return scans.some(({ kind }) => kind === 'newer') ? 'newer' : 'not_a_proof';
}

function claimsOf({ facts, sn }: ReadProof): ProofClaims {
  const { receiptNo, total, at, head } = facts;
  return {
    receiptNo,
    total,
    at,
    sn: sn === '' ? null : sn,
    snIs: sn === null ? 'digest' : sn === '' ? 'none_yet' : 'whole',
    head: { seq: head.seq, hash: Buffer.from(fromBase32(head.hash) ?? []).toString('hex') },
  };
}

type Compared = Pick<Extract<ProofVerdict, { verdict: 'genuine' }>, 'standing' | 'log' | 'snCameLater' | 'sale'>;
type Sales = Pick<SalesStore, 'findByReceiptNo' | 'holds' | 'head'>;

/**
 * Compares a genuine proof with the stored sale.
 * @param own signed by a key of this counter, so that its journal must contain the event
 */
async function compareWithSale(proof: ReadProof, own: boolean, db: Sales): Promise<Compared> {
  const localSale = await db.findByReceiptNo(proof.facts.receiptNo);
  const log = await logOf(proof, db);
  // Two counters may share the four letters of a receipt number: a foreign receipt matches only if our journal holds its event.
  const sale = localSale && (own || log === 'holds') ? localSale : null;
  if (!sale) return { standing: 'not_held', log: own ? log : null, snCameLater: false, sale: null };
  const snCameLater = proof.facts.snField === '' && sale.sn !== null;
  // A sale that is no longer a success may have lost its serial number, so its state is compared first.
  const now = standingOf(sale);
  const differs = log !== 'holds' || (now === 'stands' && !sameSale(proof, sale));
  return { standing: differs ? 'differs' : now, log, snCameLater, sale };
}

/** Whether the stored sale agrees with the proof. A serial number that came later is no contradiction. */
function sameSale({ facts }: ReadProof, sale: Transaction): boolean {
  return (
    facts.receiptNo === sale.receiptNo &&
    facts.total === sale.total &&
    facts.at === timeOnSlip(sale) &&
    (facts.snField === '' ||
      // Erased with the customer's data.
      isErased(sale) ||
      facts.snField === fieldOf(sale.sn))
  );
}

function standingOf({ state }: Transaction): Compared['standing'] {
  switch (state) {
    case 'success':
      return 'stands';
    case 'disputed':
      return 'disputed';
    case 'failed':
    case 'unsent':
      return 'failed';
    case 'inquired':
    case 'sending':
    case 'pending':
    case 'unknown':
    case 'expired':
      return 'unsettled';
  }
}

async function logOf({ facts }: ReadProof, db: Sales): Promise<NonNullable<Compared['log']>> {
  const { seq, hash } = facts.head;
  if (await db.holds({ seq, hash: Buffer.from(fromBase32(hash) ?? []).toString('hex') })) return 'holds';
  return seq > (await db.head()).seq ? 'ends_before' : 'differs';
}

/**
 * The proof on a sale's slip; the same on every copy while the sale does not change.
 * @returns null if the sale is no success, or if there is no key to sign with
 */
export async function makeProof(
  sale: Transaction,
  { db, mode }: { db: Pick<SalesStore, 'resultEvent'>; mode: 'training' | 'live' },
  keys: Pick<KeyRing, 'signer'>,
): Promise<string | null> {
  if (sale.state !== 'success' || sale.receiptNo === null) return null;
  const head = await db.resultEvent(sale.id);
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
function timeOnSlip({ sentAt, createdAt }: Pick<Transaction, 'sentAt' | 'createdAt'>): string {
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
