import { defineConfig } from '@playwright/test';
import { browserLaunch } from './scripts/find-browser.ts';
import { specsOfBothHosts } from './tests/e2e/both-hosts.ts';
import type { WorkerFixtures } from './tests/support/counter-page.ts';

/** What tests do not look at and every page pays for. */
const args = [
  // A page lives for seconds: compiling its hot functions anew takes longer than they run.
  '--js-flags=--no-maglev,--no-opt',
  // All pages of a worker share a process: each new one reads and compiles the counter's scripts again.
  '--renderer-process-limit=1',
];

/** Three counters at a time: each test has its own folder, and mostly waits for what a person would wait for. */
export default defineConfig<object, WorkerFixtures>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: 'tests/support/setup/built-for-browser.ts',
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    // What cannot be pressed says so long before its test ends.
    actionTimeout: 30_000,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    // A trace takes a third of the time: `--trace on` makes one of a test that failed. How its page looked is kept.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args, ...browserLaunch() },
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // One for each screen, what a person does there from start to end: `npm test`. The rest is of `npm run test:full`.
    { name: 'journeys', testMatch: 'e2e/journeys/*.spec.ts', use: { host: 'browser', reuseContext: true } },
    { name: 'browser', testMatch: 'e2e/browser/*.spec.ts', use: { host: 'browser', reuseContext: true } },
    {
      name: 'electron',
      testMatch: ['e2e/electron/*.spec.ts', ...specsOfBothHosts().map((path) => `e2e/${path}`)],
      use: { host: 'electron' },
    },
  ],
});
