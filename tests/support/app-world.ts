import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { dispatch } from '../../src/main/api/dispatch.ts';
import type { Secrets } from '../../src/main/base/secrets.ts';
import { systemClock } from '../../src/main/base/system/clock-and-random.ts';
import type { System } from '../../src/main/base/system.ts';
import type { HostPrintJob, HostPrintOutcome } from '../../src/main/printing/transports/transport.ts';
import { createKeyRing, openTerminalsFile } from '../../src/main/proofs/key-ring.ts';
import { makeProof, verifyProof } from '../../src/main/proofs/proof.ts';
import type { AppParts } from '../../src/main/runtime/counter-runtime.ts';
import type { App, AppOptions } from '../../src/main/runtime/create-app.ts';
import { createApp } from '../../src/main/runtime/create-app.ts';
import { changedSecrets } from '../../src/main/settings/live-config.ts';
import type { KonterError } from '../../src/shared/contract/errors.ts';
import type { KonterEvent } from '../../src/shared/contract/events.ts';
import type { ProofVerdict } from '../../src/shared/contract/proofs.ts';
import type { Output, ProcedureName, RawInput } from '../../src/shared/contract/registry.ts';
import { SecretName } from '../../src/shared/contract/secret-name.ts';
import type { Role } from '../../src/shared/domain/staff.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { aJournal, temporaryFolder } from './database-files.ts';
import { recordingLog } from './fake-system.ts';
import { fastParts } from './fast-parts.ts';
import { keptThreads } from './kept-threads.ts';

/** A result as a test reads it: it looks at the part that it expects, and fails where that is not there. */
interface CallAnswer<N extends ProcedureName> {
  ok: boolean;
  value: Output<N>;
  error: KonterError & { transaction: Transaction };
}

/** Secrets in memory, which outlive the app that wrote them. */
export function memorySecrets(stored = new Map<SecretName, string>()): Secrets & { stored: Map<SecretName, string> } {
  return {
    stored,
    read: async (name) => stored.get(name) ?? null,
    async write(changes) {
      const next = Object.entries(changedSecrets(Object.fromEntries(stored), changes));
      stored.clear();
      for (const [name, value] of next) stored.set(SecretName.parse(name), value);
    },
  };
}

/** The whole counter on a folder of its own, called as a page calls it, closed with the test. */
export async function appWorld(
  worldOptions: Partial<AppOptions> & {
    print?: () => Promise<HostPrintOutcome>;
    system?: System;
    parts?: AppParts;
  } = {},
) {
  const dataDir = worldOptions.dataDir ?? temporaryFolder();
  const secrets = worldOptions.secrets ?? memorySecrets();
  const log = recordingLog();
  const printed: HostPrintJob[] = [];
  const print = worldOptions.print ?? (async () => ({ kind: 'handed_over' as const }));
  const options: AppOptions = {
    env: {},
    version: '0.0.0-test',
    practicePace: 0.05,
    printer: {
      print: (job) => {
        printed.push(job);
        return print();
      },
    },
    log,
    ...worldOptions,
    dataDir,
    secrets,
  };
  const app: App = await createApp(worldOptions.system ?? keptThreads, options, worldOptions.parts ?? fastParts);
  onTestFinished(() => app.close());
  const events: KonterEvent[] = [];
  app.subscribe((event) => void events.push(event));
  return {
    app,
    dataDir,
    secrets,
    log,
    printed,
    events,
    /** as a host serves it: parsed, and never rejecting */
    call: async <N extends ProcedureName>(name: N, input?: RawInput<N>): Promise<CallAnswer<N>> => {
      const result: unknown = await dispatch(app.handlers, name, input, log);
      return result as CallAnswer<N>;
    },
  };
}

export type AppWorld = Awaited<ReturnType<typeof appWorld>>;

/** PINs that nobody would guess first. */
export const pinOf = { owner: '482615', supervisor: '719304', cashier: '5038', other: '6174' } as const;

/** A counter with an owner, a supervisor and two cashiers; the owner is signed in. Answers their ids. */
export async function staffed({ call }: Pick<AppWorld, 'call'>) {
  const owner = await call('people.setUp', { name: 'Bu Rina', pin: pinOf.owner });
  if (!owner.ok) throw new Error(`no owner: ${owner.error.reason}`);
  const add = async (name: string, role: Role, pin: string): Promise<string> => {
    const { value } = await call('people.add', { name, role, pin });
    const id = value.people.find((person) => person.name === name)?.id;
    if (id === undefined) throw new Error(`${name} was not added`);
    return id;
  };
  const ids = {
    owner: owner.value.present?.id ?? '',
    supervisor: await add('Pak Dedi', 'supervisor', pinOf.supervisor),
    cashier: await add('Sari', 'cashier', pinOf.cashier),
    other: await add('Wati', 'cashier', pinOf.other),
  };
  const signIn = (who: keyof typeof ids) => call('people.signIn', { id: ids[who], pin: pinOf[who] });
  return { ids, signIn };
}

interface ProofCounterOptions {
  secrets?: Map<SecretName, string>;
  folder?: string;
  db?: Awaited<ReturnType<typeof aJournal>>;
}

/** What a counter proves and verifies with: its keys and its book, on real files. */
export async function proofCounter(options: ProofCounterOptions = {}) {
  const secrets = options.secrets ?? new Map<SecretName, string>();
  const folder = options.folder ?? temporaryFolder();
  const db = options.db ?? (await aJournal());
  const log = recordingLog();
  const file = openTerminalsFile(join(folder, 'proof-terminals.json'), log);
  const keys = createKeyRing({ secrets: memorySecrets(secrets), file, clock: systemClock, log });
  return {
    db,
    keys,
    log,
    folder,
    secrets,
    proofOf: async (sale: Transaction): Promise<string> =>
      (await makeProof(sale, { db, mode: 'live' }, keys)) ?? 'none',
    practiceOf: async (sale: Transaction): Promise<string> =>
      (await makeProof(sale, { db, mode: 'training' }, keys)) ?? 'none',
    verify: (text: string): Promise<ProofVerdict> => verifyProof(text, { db, mode: 'live' }, keys),
  };
}

export type ProofCounter = Awaited<ReturnType<typeof proofCounter>>;
