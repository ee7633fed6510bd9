import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Figure, figureLine } from './figures.ts';

type Bench = (rows?: number) => Promise<Figure[]>;

/**
 * Each measures for itself, several rounds, ours and the baseline in turns. A name stands for all that begin with it. Loaded when
 * its turn comes, so that none is measured with the memory of all.
 */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  order: async () => (await import('./parts/order.ts')).benchOrder,
  journal: async () => (await import('./parts/journal.ts')).benchJournal,
  webhook: async () => (await import('./parts/webhook.ts')).benchWebhook,
  verify: async () => (await import('./parts/verify.ts')).benchVerify,
  backup: async () => (await import('./parts/backup.ts')).benchBackup,
  books: async () => (await import('./parts/books.ts')).benchBooks,
  export: async () => (await import('./parts/export.ts')).benchExport,
  input: async () => (await import('./parts/input.ts')).benchInput,
  startup: async () => (await import('./parts/startup.ts')).benchStartup,
  package: async () => (await import('./parts/package.ts')).benchPackage,
  bundle: async () => (await import('./parts/bundle.ts')).benchBundle,
  'busy-hour': async () => (await import('./parts/busy-hour.ts')).benchBusyHour,
  search: async () => (await import('./parts/search.ts')).benchSearch,
  'print-queue': async () => (await import('./parts/print-queue.ts')).benchPrintQueue,
  'print-render': async () => (await import('./parts/print-render.ts')).benchPrintRender,
  simulation: async () => (await import('./parts/simulation.ts')).benchSimulation,
  'relay-receive': async () => (await import('./parts/relay-receive.ts')).benchRelayReceive,
  'relay-alone': async () => (await import('./parts/relay-alone.ts')).benchRelayAlone,
  'relay-acks': async () => (await import('./parts/relay-acks.ts')).benchRelayAcks,
  'relay-held': async () => (await import('./parts/relay-held.ts')).benchRelayHeld,
  'relay-flood': async () => (await import('./parts/relay-flood.ts')).benchRelayFlood,
  'relay-postgres': async () => (await import('./parts/relay-postgres.ts')).benchRelayPostgres,
  'relay-start': async () => (await import('./parts/relay-start.ts')).benchRelayStart,
};

const Args = z.object({ json: z.string().optional(), rows: z.string().regex(/^\d+$/).optional() });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, rows: { type: 'string' } },
});
const args = Args.parse(values);
const means = (asked: string, name: string): boolean => name === asked || name.startsWith(`${asked}-`);
const unknown = positionals.filter((asked) => !Object.keys(benches).some((name) => means(asked, name)));
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join('", "')}". There are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

const figures: Figure[] = [];
for (const [name, load] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.some((asked) => means(asked, name))) continue;
  const bench = await load();
  for (const one of await bench(args.rows === undefined ? undefined : Number(args.rows))) {
    figures.push(one);
    console.log(figureLine(one));
  }
}
if (args.json !== undefined) {
  await writeFile(args.json, figures.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
