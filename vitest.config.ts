import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // The package downloads a runtime when it is loaded: no test may reach it.
    alias: { electron: `${import.meta.dirname}/tests/support/no-electron.ts` },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Real servers, files and killed processes: two at a time is what two cores carry.
    maxWorkers: 2,
  },
});
