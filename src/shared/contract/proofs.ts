import { z } from 'zod';
import { NonNegativeInt, NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { maxScannedLength } from '../domain/proof.ts';
import { saleWithoutCosts, Transaction } from '../domain/transaction.ts';
import { nothing, Pin, procedure } from './procedure.ts';

/** The claims of a proof. */
export const ProofClaims = z.object({
  receiptNo: z.string(),
  /** the customer's total; null where the slip names none */
  total: NonNegativeInt.nullable(),
  at: z.iso.datetime(),
  /** null where there was none yet, or only its digest is carried */
  sn: NullableString,
  /** "digest": it was too long to be carried whole */
  snIs: z.enum(['whole', 'digest', 'none_yet']),
  /** the log's last event at that time: its number and the first 20 hex digits of its hash */
  head: z.object({ seq: PositiveInt, hash: z.string() }),
});
export type ProofClaims = z.infer<typeof ProofClaims>;

const KnownName = z.object({
  id: z.string(),
  name: z.string(),
  /** of this counter, now or before */
  own: z.boolean(),
});

export const ProofVerdict = z.discriminatedUnion('verdict', [
  z.object({
    verdict: z.literal('unreadable'),
    /** "damaged": begins as a proof and is not whole. "newer": made by a newer program */
    reason: z.enum(['not_a_proof', 'damaged', 'newer']),
  }),
  /** made in training: proves nothing, and is marked so */
  z.object({ verdict: z.literal('training'), claims: ProofClaims }),
  z.object({
    verdict: z.literal('unknown_terminal'),
    id: z.string(),
    claims: ProofClaims,
    /** the stored sale with exactly these claims whose event the journal holds, if there is one */
    sale: Transaction.nullable(),
  }),
  /** the terminal is known, and it did not sign this */
  z.object({ verdict: z.literal('altered'), terminal: KnownName, claims: ProofClaims }),
  z.object({
    verdict: z.literal('genuine'),
    terminal: KnownName,
    claims: ProofClaims,
    /**
     * The sale's present state in our database. "differs": it contradicts the paper. "not_held": there is no such receipt,
     * because another terminal made it or because the database was rolled back
     */
    standing: z.enum(['stands', 'disputed', 'failed', 'unsettled', 'differs', 'not_held']),
    /** whether our journal holds the event that the proof names; "ends_before": it is shorter. Null: another terminal's */
    log: z.enum(['holds', 'differs', 'ends_before']).nullable(),
    /** the proof was made before there was a serial number, and the database has one now */
    snCameLater: z.boolean(),
    sale: Transaction.nullable(),
  }),
]);
export type ProofVerdict = z.infer<typeof ProofVerdict>;

export const KnownTerminal = KnownName.extend({
  /** the public key as text, "KTK1.…": another counter of the owner verifies with it */
  key: z.string(),
  addedAt: z.iso.datetime(),
});
export type KnownTerminal = z.infer<typeof KnownTerminal>;

const Terminals = z.object({
  /** the terminal whose key signs here; null where no key can be stored, so that slips carry no proof */
  signing: NullableString,
  /** the keys that proofs are believed by, newest first */
  known: z.array(KnownTerminal),
});
export type Terminals = z.infer<typeof Terminals>;

export const proofs = {
  /** whether a printed proof is genuine, and what became of its sale; needs no line and changes nothing */
  'proof.verify': procedure({
    input: z.strictObject({ text: z.string().min(1).max(maxScannedLength) }),
    output: ProofVerdict,
    needs: 'seeReceipts',
    office: 'own',
    costs: (verdict) =>
      'sale' in verdict && verdict.sale ? { ...verdict, sale: saleWithoutCosts(verdict.sale) } : verdict,
  }),
  'proof.terminals': procedure({ input: nothing, output: Terminals, needs: 'seeReceipts', office: 'own' }),
  /** believes another counter's proofs from now on; a supervisor's matter */
  'proof.addTerminal': procedure({
    input: z.strictObject({ key: z.string().max(200), name: z.string().trim().min(1).max(80), pin: Pin.optional() }),
    output: Terminals,
    needs: 'settingsConnection',
    office: 'own',
  }),
  'proof.removeTerminal': procedure({
    input: z.strictObject({ id: z.string().regex(/^[0-9A-Z]{8}$/), pin: Pin.optional() }),
    output: Terminals,
    needs: 'settingsConnection',
    office: 'own',
  }),
};
