import type { ProofClaims, ProofVerdict } from '../../shared/contract/proofs.ts';
import { fromBase32, type ParsedProof, parseProof, type ReadProof, scannedProofs } from '../../shared/domain/proof.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { compareWithBook, sameSale } from './compare-with-sale.ts';
import { signedBy } from './ed25519.ts';
import type { KeyRing } from './key-ring.ts';

interface Book {
  journal: Pick<SalesStore, 'findByReceiptNo' | 'holds' | 'head'>;
  mode: 'training' | 'live';
}

/** Whether a proof is genuine and what became of its sale, by what is on this machine. */
export async function verifyProof(
  typed: string,
  { journal, mode }: Book,
  keys: Pick<KeyRing, 'find'>,
): Promise<ProofVerdict> {
  const found = scannedProofs(typed).map(parseProof);
  const proofs = found.flatMap((one) => (one.kind === 'proof' ? [one.proof] : []));
  const first = proofs[0];
  if (!first) return { verdict: 'unreadable', reason: reasonOf(found) };
  // A keyboard of another country is only believed where a signature proves it right.
  for (const proof of proofs) {
    const terminal = proof.signature === null ? null : await keys.find(proof.terminal);
    if (!terminal || !proof.signature || !signedBy(proof.signed, proof.signature, terminal.bytes)) continue;
    const { id, name, own } = terminal;
    return {
      verdict: 'genuine',
      terminal: { id, name, own },
      claims: claimsOf(proof),
      // Nothing that was signed is in the book of practice.
      ...(await compareWithBook(proof, own && mode === 'live', journal)),
    };
  }
  return notGenuine(first, journal, keys);
}

async function notGenuine(
  proof: ReadProof,
  journal: Pick<SalesStore, 'findByReceiptNo' | 'holds'>,
  keys: Pick<KeyRing, 'find'>,
): Promise<ProofVerdict> {
  const claims = claimsOf(proof);
  if (proof.signature === null) return { verdict: 'training', claims };
  const terminal = await keys.find(proof.terminal);
  if (terminal) {
    const { id, name, own } = terminal;
    return { verdict: 'altered', terminal: { id, name, own }, claims };
  }
  const sale = await journal.findByReceiptNo(claims.receiptNo);
  const same = sale && sameSale(proof, sale) && (await journal.holds(claims.head)) ? sale : null;
  return { verdict: 'unknown_terminal', id: proof.terminal, claims, sale: same };
}

function reasonOf(found: readonly ParsedProof[]): 'not_a_proof' | 'damaged' | 'newer' {
  if (found.some(({ kind }) => kind === 'damaged')) return 'damaged';
  return found.some(({ kind }) => kind === 'newer') ? 'newer' : 'not_a_proof';
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
