import { fail, ok } from '../../shared/contract/errors.ts';
import type { Terminals } from '../../shared/contract/proofs.ts';
import type { HandlersOf } from '../../shared/contract/registry.ts';
import type { WebhookProof } from '../../shared/contract/transactions.ts';
import { defineFeature, type ProgramContext } from '../base/feature.ts';
import type { Secrets } from '../base/secrets.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { KeptWebhook } from '../db/webhook-queries.ts';
import { verifySignature } from '../relay-client/index.ts';
import type { ShopSettings } from '../settings/index.ts';
import type { KeyRing } from './key-ring.ts';
import { createKeyRing, openTerminalsFile } from './key-ring.ts';
import { verifyProof } from './proof.ts';

interface ProofApiDeps {
  runtime(): {
    mode: 'training' | 'live';
    db: Pick<SalesStore, 'findByReceiptNo' | 'holds' | 'head' | 'get' | 'webhooksOf'>;
    /** see Connection */
    connection: { verificationKeys(): VerificationKeys };
  };
  shop: ShopSettings;
  proofKeys: KeyRing;
}

/** proof.*, and whether a sale's webhooks are signed by the provider. */
export function proofHandlers({ runtime, shop, proofKeys }: ProofApiDeps): HandlersOf<'proof' | 'transactions.proof'> {
  const live = (): boolean => runtime().mode === 'live';
  const terminals = async (): Promise<Terminals> => {
    // Training signs nothing, so it creates no key.
    const signing = live() ? ((await proofKeys.signer())?.id ?? null) : null;
    return { signing, known: await proofKeys.list() };
  };
  /** A known key makes proofs genuine, so changing the list needs a supervisor. */
  const checkSupervisor = async (pin: string | undefined) => {
    if (!(await shop.pin.isSet())) return null;
    const verdict = await shop.pin.check(pin);
    return verdict === 'ok'
      ? null
      : fail('not_allowed', 'Only a supervisor may say whose proofs are believed.', { reason: verdict });
  };
  return {
    async 'transactions.proof'({ id }) {
      const { db, connection } = runtime();
      if (!(await db.get(id))) return fail('not_found', 'There is no such sale.');
      return ok(verifyStoredWebhooks(await db.webhooksOf(id), connection.verificationKeys()));
    },
    async 'proof.verify'({ text }) {
      if (live()) await proofKeys.signer();
      const { db, mode } = runtime();
      return ok(await verifyProof(text, { db, mode }, proofKeys));
    },
    'proof.terminals': async () => ok(await terminals()),
    async 'proof.addTerminal'({ key, name, pin }) {
      const refusal = await checkSupervisor(pin);
      if (refusal) return refusal;
      const outcome = await proofKeys.add(key, name);
      if (outcome === 'added') return ok(await terminals());
      const reason = ({ not_a_key: 'not_a_key', duplicate: 'key_known', too_many: 'too_many_keys' } as const)[outcome];
      return fail('invalid_input', 'This key was not added.', { reason, fields: ['key'] });
    },
    async 'proof.removeTerminal'({ id, pin }) {
      const refusal = await checkSupervisor(pin);
      if (refusal) return refusal;
      const outcome = await proofKeys.remove(id);
      if (outcome === 'removed') return ok(await terminals());
      return outcome === 'own_key'
        ? fail('not_allowed', 'This is the key that signs here.', { reason: 'own_key' })
        : fail('not_found', 'There is no such terminal.');
    },
  };
}

/** The shop's webhook secrets: the current ones and those kept for verification. */
export interface VerificationKeys {
  present: readonly string[];
  retired: readonly string[];
}

/** Verifies stored webhooks over their raw bytes. A retired key still proves that it signed them. */
export function verifyStoredWebhooks(webhooks: readonly KeptWebhook[], keys: VerificationKeys): WebhookProof[] {
  return webhooks.map(({ seq, at, type, signature, body }) => {
    if (body === null) return { seq, at, type, verdict: 'erased', key: null };
    const key = verifySignature(body, signature, keys.present)
      ? 'present'
      : verifySignature(body, signature, keys.retired)
        ? 'retired'
        : null;
    return { seq, at, type, verdict: key === null ? 'not_genuine' : 'genuine', key };
  });
}

export interface Program extends ProgramContext {
  secrets: Secrets;
  folders: { proofTerminals: string };
}

export const proofsFeature = defineFeature({
  start: ({ secrets, folders, system: { clock }, log }: Program) => ({
    proofKeys: createKeyRing({ secrets, file: openTerminalsFile(folders.proofTerminals, log), clock, log }),
  }),
  handlers: proofHandlers,
});
