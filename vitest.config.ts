import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The package downloads a runtime when it is loaded: no test may reach it.
    alias: { electron: `${import.meta.dirname}/tests/support/no-electron.ts` },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Real servers, files and killed processes: two at a time is what two cores carry.
    maxWorkers: 2,
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
        // The relay's tests once more, over the other engine; commands on a fresh machine know only SQLite's file.
        extends: true,
        test: {
          name: 'relay on PostgreSQL',
          include: ['tests/relay/**/*.test.ts'],
          exclude: ['tests/relay/command.test.ts'],
          provide: { engine: 'postgres' },
          globalSetup: ['tests/support/postgres/setup.ts'],
          setupFiles: ['tests/support/postgres/skip-without.ts'],
        },
      },
    ],
  },
});
