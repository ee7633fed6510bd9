import { join } from 'node:path';
import { systemClock } from '../../src/main/base/system/node-system.ts';
import { createKeyRing } from '../../src/main/proofs/key-ring.ts';
import { makeProof } from '../../src/main/proofs/make-proof.ts';
import { openTerminalsFile } from '../../src/main/proofs/terminals-file.ts';
import { verifyProof } from '../../src/main/proofs/verify-proof.ts';
import type { ProofVerdict } from '../../src/shared/contract/proofs.ts';
import type { SecretName } from '../../src/shared/contract/secret-name.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { memorySecrets } from './app-world.ts';
import { heardLog } from './heard-log.ts';
import { aJournal, temporaryFolder } from './journal-folder.ts';

export interface ProofCounterParts {
  secrets?: Map<SecretName, string>;
  folder?: string;
  journal?: Awaited<ReturnType<typeof aJournal>>;
}

/** What a counter proves and verifies with: its keys and its book, on real files. */
export async function proofCounter(given: ProofCounterParts = {}) {
  const secrets = given.secrets ?? new Map<SecretName, string>();
  const folder = given.folder ?? temporaryFolder();
  const journal = given.journal ?? (await aJournal());
  const log = heardLog();
  const file = openTerminalsFile(join(folder, 'proof-terminals.json'), log);
  const keys = createKeyRing({ secrets: memorySecrets(secrets), file, clock: systemClock, log });
  return {
    journal,
    keys,
    log,
    folder,
    secrets,
    proofOf: async (sale: Transaction): Promise<string> =>
      (await makeProof(sale, { journal, mode: 'live' }, keys)) ?? 'none',
    practiceOf: async (sale: Transaction): Promise<string> =>
      (await makeProof(sale, { journal, mode: 'training' }, keys)) ?? 'none',
    verify: (text: string): Promise<ProofVerdict> => verifyProof(text, { journal, mode: 'live' }, keys),
  };
}

export type ProofCounter = Awaited<ReturnType<typeof proofCounter>>;
