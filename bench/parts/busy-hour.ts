import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeReceipts } from '../bench-receipts.ts';
import { type Figure, figure } from '../figures.ts';
import { type Outside, openOutside } from '../live-world.ts';
import { againstRawAppend } from '../raw-append.ts';

const run = promisify(execFile);
const Hour = z.object({ appending: z.number(), busy: z.number() });
const Held = z.object({ heap: z.number(), resident: z.number(), reserved: z.number() });
const Memory = z.object({ before: Held, after: Held });

/** An hour at 60x. */
const hourSeconds = 60;
const few = 100;
const megabyte = 1024 * 1024;

/**
 * How late the main process is for whoever wants something of it during a busy hour (180 sales with their webhooks and slips,
 * 240 searches, an export of 20,000 receipts ...) replayed in a minute, against the same process that does nothing but as many
 * durable appends; and what it holds after that many sales against after 100. Provider and relay run in processes of their own.
 * Memory is what the system says of a process that has given back what V8 and the C library keep in reserve; with the reserve
 * it is told beside it.
 * @param sales how many there are at the end of the memory's part
 */
export async function benchBusyHour(sales = 10_000): Promise<Figure[]> {
  await using outside = await openOutside();
  const hour = Hour.parse(await tell(outside, 'hour', ['busy-hour.ts'], [String(hourSeconds)]));
  const { before, after } = Memory.parse(
    await tell(outside, 'memory', ['--expose-gc', 'sales-memory.ts'], [String(few), String(sales)]),
  );
  const memory = { bench: 'busy-hour', unit: 'MB', against: `after ${few} sales` };
  return [
    figure(
      {
        bench: 'busy-hour',
        metric: 'event loop late, p99.9',
        unit: 'ms',
        ours: hour.busy,
        baseline: hour.appending,
        against: `${againstRawAppend} as often as the hour commits`,
      },
      { maxRatio: 3 },
    ),
    figure(
      {
        ...memory,
        metric: `memory after ${sales} sales`,
        ours: after.resident / megabyte,
        baseline: before.resident / megabyte,
      },
      { maxRatio: 1.2 },
    ),
    figure({
      ...memory,
      metric: 'with what is kept in reserve',
      ours: after.reserved / megabyte,
      baseline: before.reserved / megabyte,
    }),
    figure({ ...memory, metric: 'of it objects', ours: after.heap / megabyte, baseline: before.heap / megabyte }),
  ];
}

/** One part as a process of its own, on a folder of its own with a book in it. */
async function tell(outside: Outside, name: string, node: string[], args: string[]): Promise<unknown> {
  const folder = join(outside.folder, name);
  await mkdir(join(folder, 'live'), { recursive: true });
  if (name === 'hour') writeReceipts(join(folder, 'live/journal.db'), 20_000);
  const program = node.map((part) => (part.endsWith('.ts') ? join(import.meta.dirname, '..', part) : part));
  const { stdout } = await run(process.execPath, [...program, folder, ...args], {
    env: { ...process.env, ...outside.env },
  });
  return JSON.parse(stdout);
}
