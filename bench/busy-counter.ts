import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dispatch } from '../src/main/api/dispatch.ts';
import { nodeSystem } from '../src/main/base/system/node-system.ts';
import type { App } from '../src/main/runtime/create-app.ts';
import { createApp } from '../src/main/runtime/create-app.ts';
import type { Result } from '../src/shared/contract/errors.ts';
import type { ProcedureName } from '../src/shared/contract/names.ts';
import type { Given } from '../src/shared/contract/registry.ts';

/** A live counter in this process, called as a page calls it: parsed, and copied both ways as Electron's wire does. */
export async function openBusyCounter(folder: string) {
  const app = await createApp(nodeSystem, {
    dataDir: folder,
    env: process.env,
    version: '0.0.0',
    secrets: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
    printer: { print: () => Promise.resolve({ kind: 'handed_over' }) },
    places: {
      place: (name) => Promise.resolve(join(folder, name)),
      download: () => null,
      paper: async (html, path) => {
        await writeFile(path, html);
        return { kind: 'saved' };
      },
      statement: () => Promise.resolve({ kind: 'cancelled' }),
    },
    log: { info() {}, warn() {}, error() {} },
  });
  const call = async <N extends ProcedureName>(name: N, input: Given<N>): Promise<Result<unknown>> =>
    meant(name, structuredClone(await dispatch(app.handlers, name, structuredClone(input))));
  await listening(app);
  return { app, call };
}

/** A call that the counter does not even understand measures nothing. */
function meant(name: ProcedureName, answer: Result<unknown>): Result<unknown> {
  if (!answer.ok && ['invalid_input', 'internal', 'not_found'].includes(answer.error.code)) {
    throw new Error(`${name} of the bench failed: ${JSON.stringify(answer.error)}`);
  }
  return answer;
}

/** Resolves once the relay has answered the first poll: without ears no order leaves. */
async function listening(app: App): Promise<void> {
  for (;;) {
    const answer = await app.handlers.status(undefined);
    if (answer.ok && answer.value.relay.state === 'listening') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Resolves once every order was answered by its webhook. */
export async function settled(app: App): Promise<void> {
  for (;;) {
    const answer = await app.handlers.status(undefined);
    if (answer.ok && answer.value.unresolved.pending.count + answer.value.unresolved.sending.count === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
