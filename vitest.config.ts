import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The package downloads a runtime when it is loaded: no test may reach it.
    alias: { electron: `${import.meta.dirname}/tests/support/no-electron.ts` },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['tests/support/patience.ts'],
    expect: { poll: { timeout: 30_000 } },
    // Real servers, files and killed processes wait for disks and for each other: three at a time keep two cores busy.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'konter',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/relay/postgres/**'],
          provide: { engine: 'sqlite' },
        },
      },
      {
        // The relay's tests once more, over the other engine.
        extends: true,
        test: {
          name: 'relay on PostgreSQL',
          include: ['tests/relay/**/*.test.ts'],
          exclude: ['tests/relay/sqlite/**'],
          provide: { engine: 'postgres' },
          globalSetup: ['tests/support/postgres/setup.ts'],
          setupFiles: ['tests/support/patience.ts', 'tests/support/postgres/skip-without.ts'],
        },
      },
    ],
  },
});
