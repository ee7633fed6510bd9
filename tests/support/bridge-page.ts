import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { built } from '../../scripts/project.ts';
import type { Konter } from '../../src/shared/contract/bridge.ts';
import { startFakeHost } from './fake-host.ts';

declare global {
  interface Window {
    konter: Konter;
    /** what a test noted down in the page */
    noted: unknown[];
  }
}

type FakeHost = Awaited<ReturnType<typeof startFakeHost>>;

interface Fixtures {
  /** the real bridge over the real host, with an empty page and canned sales */
  fakeHost: FakeHost;
  pages: { renderer: string; script: string; displayScript: string };
}

/** The page's module makes a call at once, as the app does: it must not have to wait for the sign-in. */
const firstScript = `
window.noted = [];
window.konter.subscribe((event) => window.noted.push(event));
window.konter.status().then((result) => { document.title = result.ok ? 'first call ok' : result.error.reason; });
`;

export const test = base.extend<Fixtures>({
  pages: async ({ browserName: _unused }, use) => {
    const renderer = await mkdtemp(join(tmpdir(), 'konter-bridge-'));
    await mkdir(join(renderer, 'assets'));
    await writeFile(join(renderer, 'assets/app.js'), firstScript);
    await writeFile(
      join(renderer, 'index.html'),
      '<!doctype html><html><head><title>Konter</title><script type="module" src="./assets/app.js"></script></head><body></body></html>',
    );
    await use({ renderer, script: built.konterScript, displayScript: built.displayScript });
    await rm(renderer, { recursive: true, force: true });
  },
  fakeHost: async ({ pages }, use) => {
    const host = await startFakeHost({ pages, settleMs: 200 });
    await use(host);
    await host.close();
  },
});

export { expect } from '@playwright/test';
