import { defineConfig } from '@playwright/test';
import { presentBrowser } from './scripts/find-browser.ts';

const executablePath = presentBrowser()?.path;

/** One counter after another: each test has its own folder and process, and two cores carry no more. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    trace: 'retain-on-failure',
    launchOptions: executablePath ? { executablePath } : {},
  },
  projects: [
    { name: 'browser', testDir: 'tests/e2e/browser' },
    { name: 'electron', testDir: 'tests/e2e/electron' },
  ],
});
