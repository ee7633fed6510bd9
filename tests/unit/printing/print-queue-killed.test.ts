import { describe, expect, it, vi } from 'vitest';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { killHard, linesOf, startChild } from '../../support/child-process.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';
import { aTcpPrinter, queueTo } from '../../support/print-queue.ts';
import type { PrinterBehaviour } from '../../support/tcp-printer.ts';

const soon = { timeout: 30_000, interval: 5 };

/** Prints in a process that is killed once the printer says so, and goes on with what it left. */
async function killedWhile(
  given: Partial<PrinterBehaviour>,
  when: (printer: Awaited<ReturnType<typeof aTcpPrinter>>) => Promise<void>,
  count = 1,
) {
  const path = journalPath();
  const printer = await aTcpPrinter(given);
  const child = startChild('printing-child.ts', path, String(printer.port), String(count));
  const reached = when(printer);
  expect(await linesOf(child, 1)).toEqual(['asked']);
  await reached;
  await killHard(child);
  Object.assign(printer.behaviour, { answers: 'ready', confirms: true, closes: true, reads: true });
  const journal = await openShopDatabase({ path, random: realRandom });
  const going = await queueTo({ till: printer.port }, { journal });
  return { ...going, printer };
}

describe('the print queue of a killed counter', () => {
  it('killed while it sends, the job is unknown at the next start and is not sent again', async () => {
    const { printer, state, reason, queue, book, log } = await killedWhile(
      { confirms: false, closes: false },
      (printer) => printer.nextByte(),
    );
    expect(await state('job-1')).toBe('unknown');
    expect(await reason('job-1')).toBe('stopped');
    expect(await book.payload('job-1')).toBeNull();
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { count: 1 } }]);
    await queue.wake();
    expect(printer.jobs).toHaveLength(1);
  });

  it('killed while it asks the printer how it is, the job goes on by itself and is printed once', async () => {
    const { printer, state } = await killedWhile({ reads: false }, async (printer) =>
      vi.waitFor(() => expect(printer.connections).toBe(1), soon),
    );
    await vi.waitFor(async () => expect(await state('job-1')).toBe('confirmed'), soon);
    expect(printer.jobs.map(({ bytes }) => bytes.toString())).toEqual(['slip 1']);
  });

  it.each([1, 2, 3, 5, 8, 13, 21])(
    'killed at the %i. slip of thirty, none is lost and none is printed twice by itself',
    async (nth) => {
      const { printer, book, state } = await killedWhile(
        {},
        async (printer) =>
          vi.waitFor(() => expect(printer.jobs.length).toBeGreaterThanOrEqual(nth), { ...soon, interval: 1 }),
        30,
      );
      await vi.waitFor(async () => expect((await book.counts()).waiting).toBe(0), soon);
      await vi.waitFor(async () => expect(['confirmed', 'unknown']).toContain(await state('job-30')), soon);
      const jobs = await book.list({ limit: 100 });
      const printed = printer.jobs.map(({ bytes }) => bytes.toString());
      expect(new Set(printed).size).toBe(printed.length);
      expect(jobs).toHaveLength(30);
      expect(jobs.filter((job) => job.state === 'unknown').length).toBeLessThanOrEqual(1);
      // Of an unknown one nothing may have left, or all of it; of every other, all.
      const others = jobs.filter((job) => job.state !== 'unknown');
      expect(new Set(others.map((job) => job.state))).toEqual(new Set(['confirmed']));
      for (const job of others) expect(printed).toContain(`slip ${job.id.slice(4)}`);
    },
    20_000,
  );
});
