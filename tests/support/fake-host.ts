import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../scripts/build.ts';
import { built } from '../../scripts/project.ts';
import type { Log } from '../../src/main/base/system.ts';
import { PageDisplay } from '../../src/main/hosts/browser/display-pages.ts';
import { type BrowserHost, startBrowserHost } from '../../src/main/hosts/browser/host.ts';
import { PageFiles, PrintJobs } from '../../src/main/hosts/browser/page-files.ts';
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
