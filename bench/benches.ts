import type { Figure } from './figures.ts';

interface Bench {
  load: () => Promise<(rows?: number) => Promise<Figure[]>>;
  /** time limit; 10 minutes where it is left out */
  limitMinutes?: number;
}

/** Every bench by name. Its code is loaded in its own process, so that no bench runs with the memory of another. */
export const benches: Readonly<Record<string, Bench>> = {
  order: { load: async () => (await import('./parts/order.ts')).benchOrder },
  journal: { load: async () => (await import('./parts/journal.ts')).benchJournal },
  webhook: { load: async () => (await import('./parts/webhook.ts')).benchWebhook },
  verify: { load: async () => (await import('./parts/verify.ts')).benchVerify },
  backup: { load: async () => (await import('./parts/backup.ts')).benchBackup, limitMinutes: 20 },
  books: { load: async () => (await import('./parts/books.ts')).benchBooks },
  export: { load: async () => (await import('./parts/export.ts')).benchExport },
  input: { load: async () => (await import('./parts/input.ts')).benchInput, limitMinutes: 20 },
  startup: { load: async () => (await import('./parts/startup.ts')).benchStartup, limitMinutes: 20 },
  package: { load: async () => (await import('./parts/package.ts')).benchPackage },
  bundle: { load: async () => (await import('./parts/bundle.ts')).benchBundle },
  'busy-hour': { load: async () => (await import('./parts/busy-hour.ts')).benchBusyHour },
  search: { load: async () => (await import('./parts/search.ts')).benchSearch },
  'print-queue': { load: async () => (await import('./parts/print-queue.ts')).benchPrintQueue },
  'print-render': { load: async () => (await import('./parts/print-render.ts')).benchPrintRender },
  simulation: { load: async () => (await import('./parts/simulation.ts')).benchSimulation },
  claims: { load: async () => (await import('./parts/claims.ts')).benchClaims },
  office: { load: async () => (await import('./parts/office.ts')).benchOffice, limitMinutes: 60 },
  'log-shipping': { load: async () => (await import('./parts/log-shipping.ts')).benchLogShipping, limitMinutes: 20 },
  'relay-receive': { load: async () => (await import('./parts/relay-receive.ts')).benchRelayReceive },
  'relay-alone': { load: async () => (await import('./parts/relay-alone.ts')).benchRelayAlone },
  'relay-acks': { load: async () => (await import('./parts/relay-acks.ts')).benchRelayAcks },
  'relay-held': { load: async () => (await import('./parts/relay-held.ts')).benchRelayHeld },
  'relay-flood': { load: async () => (await import('./parts/relay-flood.ts')).benchRelayFlood },
  'relay-postgres': { load: async () => (await import('./parts/relay-postgres.ts')).benchRelayPostgres },
  'relay-start': { load: async () => (await import('./parts/relay-start.ts')).benchRelayStart },
};

/** Names of the benches that a name on the command line selects: itself and all that begin with it and a hyphen. */
export const benchesNamed = (asked: string): string[] =>
  Object.keys(benches).filter((name) => name === asked || name.startsWith(`${asked}-`));
