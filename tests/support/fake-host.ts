import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../scripts/build.ts';
import { built } from '../../scripts/project.ts';
import type { Log } from '../../src/main/base/system.ts';
import { type BrowserHost, startBrowserHost } from '../../src/main/hosts/browser/host.ts';
import { PageFiles, PrintJobs } from '../../src/main/hosts/browser/page-files.ts';
import { PageDisplay } from '../../src/main/hosts/browser/pages.ts';
import type { CallEvent, CallingFrame, MainIpc } from '../../src/main/hosts/electron/guarded-ipc.ts';
import { type FakeApp, fakeApp } from './fake-app.ts';

/** A log that says nothing. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The browser host on a free port with canned sales behind it. `pages` may be a folder that was written by the test. */
export async function startFakeHost(
  options: {
    port?: number;
    settleMs?: number;
    empty?: boolean;
    pages?: { renderer: string; script: string; displayScript: string };
  } = {},
): Promise<BrowserHost & { app: FakeApp; printJobs: PrintJobs }> {
  const {
    port = 0,
    pages = { renderer: built.renderer, script: built.konterScript, displayScript: built.displayScript },
    ...appOptions
  } = options;
  const printJobs = new PrintJobs();
  const display = new PageDisplay();
  const app = fakeApp({ ...appOptions, printer: printJobs, displayHost: display });
  const host = await startBrowserHost({
    app,
    printJobs,
    files: new PageFiles(tmpdir(), printJobs),
    display,
    log: silent,
    port,
    pages,
  });
  return { ...host, app, printJobs };
}

// To look at the UI by hand:  node_modules/.bin/node tests/support/fake-host.ts --port 4900 [--empty]
if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, empty: { type: 'boolean' } } });
  await buildIfNeeded('pages');
  const host = await startFakeHost({ port: Number(values.port), empty: values.empty === true });
  console.log(host.startUrl);
  process.once('SIGINT', () => void host.close().then(() => process.exit(0)));
  process.once('SIGTERM', () => void host.close().then(() => process.exit(0)));
}

/** A stand-in for ipcMain: keeps what is served, and lets a test call it as any frame. */
export function fakeIpc(): MainIpc & {
  channels: string[];
  call(channel: string, event: CallEvent, ...args: unknown[]): Promise<unknown>;
} {
  const served = new Map<string, Parameters<MainIpc['handle']>[1]>();
  return {
    get channels() {
      return [...served.keys()];
    },
    handle: (channel, serve) => {
      served.set(channel, serve);
    },
    async call(channel, event, ...args) {
      const serve = served.get(channel);
      if (serve === undefined) throw new Error(`No handler registered for '${channel}'`);
      return await serve(event, ...structuredClone(args));
    },
  };
}

export const counterWindow = 1;

/** A call as Electron reports it; by default from the counter's own main frame. */
export function callFrom(frame: Partial<CallingFrame> | null = {}, window = counterWindow): CallEvent {
  return {
    sender: { id: window },
    senderFrame: frame === null ? null : { url: 'app://konter/', parent: null, ...frame },
  };
}
