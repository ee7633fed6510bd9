import { defineConfig } from 'vitest/config';

const pages = ['tests/unit/renderer/**/*.test.ts'];
/** Files that `npm test` leaves to `npm run test:full`. */
const full = ['tests/**/*.full.test.ts'];
/** What starts processes, which `npm run test:unit` leaves out. */
const withoutProcesses = process.env['KONTER_TESTS'] === 'unit' ? ['**/*.process.test.ts'] : [];

/** Most of what a test makes is garbage when it ends: with room for it a worker takes a sixth less of the processor. */
const youngSpace = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

export default defineConfig({
  test: {
    // The package downloads a runtime when it is loaded: no test may reach it.
    alias: [
      { find: 'electron', replacement: `${import.meta.dirname}/tests/support/setup/no-electron.ts` },
      // From its sources each worker thread would compile a hundred files.
      { find: /^.*\/worker-path\.ts$/, replacement: `${import.meta.dirname}/tests/support/setup/built-worker-path.ts` },
    ],
    // Where something has to be built first, Vite makes production of it: a page's tests would load half of React in each.
    env: { NODE_ENV: 'test' },
    globalSetup: ['tests/support/built-counters.ts'],
    tags: [{ name: 'full', description: 'Single tests that `npm test` leaves to `npm run test:full`.' }],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: ['tests/support/setup/each-file.ts'],
    expect: { poll: { timeout: 30_000 } },
    // Real servers, files and killed processes wait for disks and for each other: three at a time keep two cores busy.
    maxWorkers: 3,
    // A file finds what others in its worker have loaded: in a fresh process each, loading took as long as a third of the tests.
    isolate: false,
    projects: [
      {
        // One project for all that can share modules and workers: each project compiles its own.
        extends: true,
        test: {
          name: 'konter',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/relay/postgres/**', ...pages, ...full, ...withoutProcesses],
          provide: { engine: 'sqlite' },
          execArgv: youngSpace,
        },
      },
      {
        // A page keeps its state in its modules, and each page has its own.
        extends: true,
        test: { name: 'pages', include: pages, isolate: true, pool: 'vmThreads' },
      },
      {
        extends: true,
        test: {
          name: 'full',
          include: full,
          exclude: ['tests/relay/postgres/**'],
          provide: { engine: 'sqlite' },
          execArgv: youngSpace,
        },
      },
      {
        // The relay's tests once more, over the other engine.
        extends: true,
        test: {
          name: 'relay on PostgreSQL',
          include: ['tests/relay/**/*.test.ts', 'tests/simulation/{store-likeness,shops-over-databases}.full.test.ts'],
          exclude: [
            'tests/relay/{sqlite,failover}/**',
            // What these send is answered before a database is asked, or whatever it answers.
            'tests/relay/{flood,hostile,log,paths,pipelining,verifier-page}.test.ts',
            // Commands, and what a relay does before its store or after: they ask it nothing that others do not.
            'tests/relay/{command,connection-code,key-changed,mailbox-commands,shop-commands}.test.ts',
            'tests/relay/{closing,replay-killed,restored-at-random}.full.test.ts',
            // What the counter and the office do: tests of the relay alone hold what they ask of its store, over both engines.
            'tests/relay/{older-folder,put-back-relay,counter-receives,counter-restored,counter-ships,customer-erased,mailbox-poller}.test.ts',
            'tests/relay/{notices-reach,office-follows,older-journal,shop-key-changed}.test.ts',
          ],
          provide: { engine: 'postgres' },
          execArgv: youngSpace,
          globalSetup: ['tests/support/setup/postgres.ts'],
        },
      },
    ],
  },
});
