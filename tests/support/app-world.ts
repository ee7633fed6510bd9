import { onTestFinished } from 'vitest';
import { dispatch } from '../../src/main/api/dispatch.ts';
import type { Secrets } from '../../src/main/base/secrets.ts';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import type { HostPrintJob, HostPrintOutcome } from '../../src/main/printing/transports/host-printer.ts';
import type { App, AppOptions } from '../../src/main/runtime/app.ts';
import { createApp } from '../../src/main/runtime/create-app.ts';
import { changedSecrets } from '../../src/main/settings/saved-secrets.ts';
import type { KonterError } from '../../src/shared/contract/errors.ts';
import type { KonterEvent } from '../../src/shared/contract/events.ts';
import type { ProcedureName } from '../../src/shared/contract/names.ts';
import type { Given, Output } from '../../src/shared/contract/registry.ts';
import { SecretName } from '../../src/shared/contract/secret-name.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { heardLog } from './heard-log.ts';
import { temporaryFolder } from './journal-folder.ts';

/** A result as a test reads it: it looks at the part that it expects, and fails where that is not there. */
export interface Told<N extends ProcedureName> {
  ok: boolean;
  value: Output<N>;
  error: KonterError & { transaction: Transaction };
}

/** Secrets in memory, which outlive the app that wrote them. */
export function memorySecrets(kept = new Map<SecretName, string>()): Secrets & { kept: Map<SecretName, string> } {
  return {
    kept,
    read: async (name) => kept.get(name) ?? null,
    async write(changes) {
      const next = Object.entries(changedSecrets(Object.fromEntries(kept), changes));
      kept.clear();
      for (const [name, value] of next) kept.set(SecretName.parse(name), value);
    },
  };
}

/** The whole counter on a folder of its own, called as a page calls it, closed with the test. */
export async function appWorld(given: Partial<AppOptions> & { print?: () => Promise<HostPrintOutcome> } = {}) {
  const dataDir = given.dataDir ?? temporaryFolder();
  const secrets = given.secrets ?? memorySecrets();
  const log = heardLog();
  const printed: HostPrintJob[] = [];
  const print = given.print ?? (async () => ({ kind: 'handed_over' as const }));
  const app: App = await createApp(nodeSystem, {
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
    ...given,
    dataDir,
    secrets,
  });
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
    call: async <N extends ProcedureName>(name: N, input?: Given<N>): Promise<Told<N>> => {
      const result: unknown = await dispatch(app.handlers, name, input, log);
      return result as Told<N>;
    },
  };
}

export type AppWorld = Awaited<ReturnType<typeof appWorld>>;
