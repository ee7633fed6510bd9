import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Figure, figureLine } from './figures.ts';
import { benchBackup } from './parts/backup.ts';
import { benchBooks } from './parts/books.ts';
import { benchBundle } from './parts/bundle.ts';
import { benchBusyHour } from './parts/busy-hour.ts';
import { benchExport } from './parts/export.ts';
import { benchInput } from './parts/input.ts';
import { benchJournal } from './parts/journal.ts';
import { benchOrder } from './parts/order.ts';
import { benchPackage } from './parts/package.ts';
import { benchPrintQueue } from './parts/print-queue.ts';
import { benchPrintRender } from './parts/print-render.ts';
import { benchRelayAcks } from './parts/relay-acks.ts';
import { benchRelayFlood } from './parts/relay-flood.ts';
import { benchRelayHeld } from './parts/relay-held.ts';
import { benchRelayPostgres } from './parts/relay-postgres.ts';
import { benchRelayReceive } from './parts/relay-receive.ts';
import { benchRelayStart } from './parts/relay-start.ts';
import { benchSearch } from './parts/search.ts';
import { benchSimulation } from './parts/simulation.ts';
import { benchStartup } from './parts/startup.ts';
import { benchVerify } from './parts/verify.ts';
import { benchWebhook } from './parts/webhook.ts';

/** Each measures for itself, several rounds, ours and the baseline in turns. A name stands for all that begin with it. */
const benches: Readonly<Record<string, (rows?: number) => Promise<Figure[]>>> = {
  order: benchOrder,
  journal: benchJournal,
  webhook: benchWebhook,
  verify: benchVerify,
  backup: benchBackup,
  books: benchBooks,
  export: benchExport,
  input: benchInput,
  startup: benchStartup,
  package: benchPackage,
  bundle: benchBundle,
  'busy-hour': benchBusyHour,
  search: benchSearch,
  'print-queue': benchPrintQueue,
  'print-render': benchPrintRender,
  simulation: benchSimulation,
  'relay-receive': benchRelayReceive,
  'relay-acks': benchRelayAcks,
  'relay-held': benchRelayHeld,
  'relay-flood': benchRelayFlood,
  'relay-postgres': benchRelayPostgres,
  'relay-start': benchRelayStart,
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
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.some((asked) => means(asked, name))) continue;
  for (const one of await bench(args.rows === undefined ? undefined : Number(args.rows))) {
    figures.push(one);
    console.log(figureLine(one));
  }
}
if (args.json !== undefined) {
  await writeFile(args.json, figures.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
