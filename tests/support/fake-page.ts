import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../../scripts/build.ts';
import { ok } from '../../src/shared/contract/errors.ts';
import type { PeopleState } from '../../src/shared/contract/people.ts';
import { permissions } from '../../src/shared/domain/staff.ts';
import { usualPort } from './browser-counter.ts';
import { test as base, listenTo } from './counter-page.ts';
import type { FakeApp } from './fake-app.ts';
import { startFakeHost } from './fake-host.ts';

export { expect } from './counter-page.ts';

interface Fixtures {
  /** whether its book begins without sales */
  isEmpty: boolean;
  /** the real host with canned answers, on the worker's usual port */
  fakeHost: Awaited<ReturnType<typeof startFakeHost>>;
  /** opens the worker's page on it, once its answers are as the test wants them */
  openPage: () => Promise<Page>;
}

/** The counter's `test` over canned answers: for what a real counter cannot be brought to by hand. */
export const fakeTest = base.extend<Fixtures>({
  isEmpty: [false, { option: true }],
  fakeHost: async ({ isEmpty }, use) => {
    await buildIfNeeded('pages');
    const host = await startFakeHost({ port: usualPort(), settleMs: 600_000, empty: isEmpty });
    await use(host);
    await host.close();
  },
  openPage: async ({ fakeHost: host, keptPage, keepsPage, browser, viewport, complaints }, use, info) => {
    if (!keepsPage) await keptPage.close();
    const started = { url: host.startUrl, origin: `http://127.0.0.1:${host.port}/` };
    let stop = (): void => {};
    await use(async () => {
      const page = await keptPage.open(started, browser, viewport, (opened) => (stop = listenTo(opened, complaints)));
      return page;
    });
    stop();
    await (keepsPage ? keptPage.leave(started, info) : keptPage.close());
  },
});

/** Everything is allowed; no person is signed in because none is set up. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of the table are its permissions
export const everything = Object.keys(permissions) as PeopleState['may'];

export const nobodySetUp = (may: PeopleState['may'] = everything): PeopleState => ({
  exist: false,
  present: null,
  may,
  last: null,
  why: null,
  people: [],
  mayChange: true,
});

/** Lets the page do everything. */
export function admit({ handlers }: FakeApp): void {
  handlers['people.state'] = async () => ok(nobodySetUp());
}
