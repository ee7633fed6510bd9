import type { Figure } from './figures.ts';
import type { Size } from './size.ts';

interface Bench {
  /** in a line: what would be decided again if its figures were others */
  decides: string;
  load: () => Promise<(size: Size) => Promise<Figure[]>>;
  /** time limit; 10 minutes where it is left out */
  limitMinutes?: number;
}

/** Every bench by name. Its code is loaded in its own process, so that no bench runs with the memory of another. */
export const benches: Readonly<Record<string, Bench>> = {
  order: {
    decides: 'that an order is on the disk before it leaves, and has a connection of its own (ADR 3 and 4)',
    load: async () => (await import('./parts/order.ts')).benchOrder,
  },
  journal: {
    decides: 'that each commit writes the sale and a chained event, and waits for the disk (ADR 5)',
    load: async () => (await import('./parts/journal.ts')).benchJournal,
  },
  books: {
    decides: 'that sums are kept beside the sales (ADR 15)',
    load: async () => (await import('./parts/books.ts')).benchBooks,
  },
  search: {
    decides: 'the index in a file and a thread of its own (ADR 16)',
    load: async () => (await import('./parts/search.ts')).benchSearch,
  },
  export: {
    decides: 'the pages of an export, its syncs and the library for XLSX (ADR 22)',
    load: async () => (await import('./parts/export.ts')).benchExport,
  },
  startup: {
    decides: 'that the sales have a table beside the log, so that a start does not read all of it (ADR 5)',
    load: async () => (await import('./parts/startup.ts')).benchStartup,
    limitMinutes: 20,
  },
  package: {
    decides: 'what is packed, and that the shell loads before the counter (ADR 21)',
    load: async () => (await import('./parts/package.ts')).benchPackage,
  },
  bundle: {
    decides: 'which screens and words the page loads later (electron.vite.config.ts)',
    load: async () => (await import('./parts/bundle.ts')).benchBundle,
  },
  input: {
    decides: 'that typing never waits (ADR 23)',
    load: async () => (await import('./parts/input.ts')).benchInput,
    limitMinutes: 20,
  },
  webhook: {
    decides: 'the long poll between relay and counter (ADR 6)',
    load: async () => (await import('./parts/webhook.ts')).benchWebhook,
  },
  'relay-receive': {
    decides: 'that webhooks share a commit, and Node’s own HTTP server (ADR 6), over SQLite and PostgreSQL',
    load: async () => (await import('./parts/relay-receive.ts')).benchRelayReceive,
  },
  bridge: {
    decides: 'that the bridge commits an order before it leaves, and has a connection for each (ADR 35)',
    load: async () => (await import('./parts/bridge.ts')).benchBridge,
  },
  claims: {
    decides: 'that a sale is claimed at the relay before it is sent (ADR 28)',
    load: async () => (await import('./parts/claims.ts')).benchClaims,
  },
  'log-shipping': {
    decides: 'a snapshot each week, and how much of a counter the relay keeps (ADR 29)',
    load: async () => (await import('./parts/log-shipping.ts')).benchLogShipping,
    limitMinutes: 20,
  },
  office: {
    decides: 'that an office holds a copy of each counter (ADR 31)',
    load: async () => (await import('./parts/office.ts')).benchOffice,
    limitMinutes: 60,
  },
  simulation: {
    decides: 'that simulated worlds have their relay in memory, and a process for each core (ADR 10)',
    load: async () => (await import('./parts/simulation.ts')).benchSimulation,
  },
};

/** Names of the benches that a name on the command line selects: itself and all that begin with it and a hyphen. */
export const benchesNamed = (prefix: string): string[] =>
  Object.keys(benches).filter((name) => name === prefix || name.startsWith(`${prefix}-`));
