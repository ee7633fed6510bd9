import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PrinterTransport } from '../../../src/main/printing/transports/transport.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { killHard, linesOf, startChild } from '../../support/child-process.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';
import { listenLocally } from '../../support/local-server.ts';
import { aTcpPrinter, queueTo, receiptBytes } from '../../support/print-queue.ts';
import { deadPort, type PrinterBehaviour } from '../../support/tcp-printer.ts';

const soon = { timeout: 30_000, interval: 5 };

describe('the print queue', () => {
  it('a printer that answers prints every byte once, in order, and is believed when it says that it is through', async () => {
    const printer = await aTcpPrinter();
    const { print, state, changes } = await queueTo({ till: printer.port });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('confirmed'), soon);
    expect(printer.jobs.map(({ bytes }) => bytes.equals(receiptBytes))).toEqual([true]);
    expect(changes.map((job) => job.state)).toEqual(['sending', 'confirmed']);
  });

  it('a printer that answers nothing is printed on all the same, and no more is said than that it was sent', async () => {
    const printer = await aTcpPrinter({ answers: 'silent' });
    const { print, state, changes } = await queueTo({ till: printer.port });
    const ids = [await print('till'), await print('till')];
    for (const id of ids) await vi.waitFor(async () => expect(await state(id)).toBe('sent'), soon);
    expect(printer.jobs.map(({ bytes }) => bytes.equals(receiptBytes))).toEqual([true, true]);
    // Waited for once; then it is known that it says nothing.
    expect(changes.map((job) => job.state)).toEqual(['checking', 'sending', 'sent', 'sending', 'sent']);
  });

  it('garbage instead of a status is not taken for "ready"', async () => {
    const printer = await aTcpPrinter({ answers: 'garbage' });
    const { print, state } = await queueTo({ till: printer.port });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('sent'), soon);
    expect(printer.jobs).toHaveLength(1);
  });

  it.each(['paper_out', 'cover_open', 'offline'] as const)(
    'with %s nothing leaves, and it goes on by itself',
    async (answers) => {
      const printer = await aTcpPrinter({ answers });
      const { print, state, reason, queue } = await queueTo({ till: printer.port });
      const id = await print('till');
      await vi.waitFor(async () => expect(await state(id)).toBe('blocked'), soon);
      expect(await reason(id)).toBe(answers);
      expect(printer.jobs).toHaveLength(0);
      printer.behaviour.answers = 'ready';
      await queue.wake('till');
      await vi.waitFor(async () => expect(await state(id)).toBe('confirmed'), soon);
      expect(printer.jobs).toHaveLength(1);
    },
  );

  it('an absent printer is tried again by itself until it is there', async () => {
    const port = await deadPort();
    const { print, state, reason } = await queueTo({ till: port });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('blocked'), soon);
    expect(await reason(id)).toBe('unreachable');
    const printer = await aTcpPrinter({}, port);
    await vi.waitFor(async () => expect(await state(id)).toBe('confirmed'), soon);
    expect(printer.jobs).toHaveLength(1);
  });

  it('an address that is nobody’s holds its jobs back and no other printer’s', async () => {
    const printer = await aTcpPrinter();
    const { print, state } = await queueTo({ till: printer.port, lost: await deadPort() });
    const lost = await print('lost');
    const job = await print('till');
    await vi.waitFor(async () => expect(await state(job)).toBe('confirmed'), soon);
    await vi.waitFor(async () => expect(await state(lost)).toBe('blocked'), soon);
  });

  it('a printer that is in no setting any more keeps its jobs', async () => {
    const { print, state, reason } = await queueTo({});
    const id = await print('gone');
    await vi.waitFor(async () => expect(await state(id)).toBe('blocked'), soon);
    expect(await reason(id)).toBe('printer_removed');
  });

  it('a printer that accepts and never reads leaves the job unknown, and it is not sent again', async () => {
    const printer = await aTcpPrinter({ reads: false });
    const { print, state, reason, queue } = await queueTo({ till: printer.port });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('unknown'), soon);
    expect(await reason(id)).toBe('not_taken');
    await queue.wake();
    const next = await print('till');
    await vi.waitFor(async () => expect(await state(next)).toBe('unknown'), soon);
    expect(printer.connections).toBe(2);
  });

  it('a printer that answered before and is silent now is waited for: no byte leaves', async () => {
    const printer = await aTcpPrinter();
    const { print, state, reason, queue } = await queueTo({ till: printer.port });
    const first = await print('till');
    await vi.waitFor(async () => expect(await state(first)).toBe('confirmed'), soon);
    printer.behaviour.answers = 'silent';
    const second = await print('till');
    await vi.waitFor(async () => expect(await state(second)).toBe('blocked'), soon);
    expect(await reason(second)).toBe('no_answer');
    printer.behaviour.answers = 'ready';
    await queue.wake();
    await vi.waitFor(async () => expect(await state(second)).toBe('confirmed'), soon);
    expect(printer.jobs).toHaveLength(2);
  });

  it('a printer that takes it all and never says that it is through: sent, and no more', async () => {
    const printer = await aTcpPrinter({ confirms: false });
    const { print, state } = await queueTo({ till: printer.port });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('sent'), soon);
  });

  it('paper that runs out in the middle is what a person reads, and nothing is repeated', async () => {
    const printer = await aTcpPrinter({ confirms: false });
    const { print, state, reason, queue } = await queueTo({ till: printer.port });
    const byte = printer.nextByte();
    const id = await print('till');
    await byte;
    printer.behaviour.answers = 'paper_out';
    await vi.waitFor(async () => expect(await state(id)).toBe('unknown'), soon);
    expect(await reason(id)).toBe('paper_out');
    await queue.wake();
    expect(printer.jobs).toHaveLength(1);
  });

  it('switched off at every byte of a receipt, the job is unknown and no second copy is ever sent', async () => {
    const printer = await aTcpPrinter();
    const { print, state, queue } = await queueTo({ till: printer.port });
    const results: Record<string, number> = {};
    for (let bytes = 1; bytes <= receiptBytes.length; bytes += 1) {
      printer.behaviour.resetAfter = bytes;
      const before = printer.jobs.length;
      const id = await print('till');
      await vi.waitFor(async () => expect(['unknown', 'sent', 'confirmed']).toContain(await state(id)), {
        timeout: 30_000,
        interval: 1,
      });
      const ended = (await state(id)) ?? '';
      results[ended] = (results[ended] ?? 0) + 1;
      await queue.wake();
      expect(printer.jobs.length - before, `cut after ${bytes} bytes`).toBe(1);
    }
    printer.behaviour.resetAfter = null;
    const last = await print('till');
    await vi.waitFor(async () => expect(await state(last)).toBe('confirmed'), soon);
    expect(printer.jobs).toHaveLength(receiptBytes.length + 1);
    expect(results).toEqual({ unknown: receiptBytes.length });
    expect(receiptBytes.length).toBeGreaterThan(200);
  }, 60_000);

  it('switched off while it is asked how it is, nothing has left: it is tried again by itself', async () => {
    const printer = await aTcpPrinter({ answers: 'silent', resetAfter: 0 });
    const { print, state, queue } = await queueTo({ till: printer.port });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('blocked'), soon);
    printer.behaviour.resetAfter = null;
    await queue.wake();
    await vi.waitFor(async () => expect(await state(id)).toBe('sent'), soon);
    expect(printer.jobs).toHaveLength(1);
  });

  it('two jobs asked for at once come one after the other, never mixed', async () => {
    const printer = await aTcpPrinter();
    const { print, state } = await queueTo({ till: printer.port });
    const texts = ['first', 'second'].map((text) => Buffer.from(text.repeat(400)));
    const ids = await Promise.all(texts.map((bytes) => print('till', bytes)));
    for (const id of ids) await vi.waitFor(async () => expect(await state(id)).toBe('confirmed'), soon);
    expect(printer.jobs.map(({ bytes }) => texts.findIndex((text) => text.equals(bytes)))).toEqual([0, 1]);
  });

  it('two hundred jobs wait while the paper is out; with paper each is printed once, in order', async () => {
    const printer = await aTcpPrinter({ answers: 'paper_out' });
    const { print, state, book, queue } = await queueTo({ till: printer.port });
    const ids: string[] = [];
    for (let n = 0; n < 200; n += 1) ids.push(await print('till', Buffer.from(`slip ${n}`)));
    await vi.waitFor(
      async () => expect(await book.counts()).toMatchObject({ waiting: 200, blocked: 'paper_out' }),
      soon,
    );
    expect(printer.jobs).toHaveLength(0);
    printer.behaviour.answers = 'ready';
    await queue.wake();
    await vi.waitFor(async () => expect(await book.counts()).toMatchObject({ waiting: 0 }), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await state(ids[199] ?? '')).toBe('confirmed'), soon);
    expect(printer.jobs.map(({ bytes }) => bytes.toString())).toEqual(ids.map((_, n) => `slip ${n}`));
  }, 60_000);

  it('a job given up while the printer is asked how it is, is not sent', async () => {
    const printer = await aTcpPrinter();
    const { print, state, book } = await queueTo({
      till: {
        send: async (_, leave) => {
          await book.move(
            { id: 'job-till-1', from: ['queued'], to: 'failed', reason: 'given_up' },
            '2026-01-01T00:00:00.000Z',
          );
          await leave();
          throw new Error('sent what nobody wants');
        },
      },
    });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('failed'), soon);
    expect(printer.jobs).toHaveLength(0);
  });

  it.each<[string, PrinterTransport['send'], string]>([
    ['breaks before', () => Promise.reject(new Error('driver')), 'blocked'],
    ['breaks after', async (_, leave) => leave().then(() => Promise.reject(new Error('driver'))), 'unknown'],
    [
      'says "blocked" after',
      async (_, leave) => leave().then(() => ({ kind: 'blocked', reason: 'paper_out' })),
      'unknown',
    ],
    ['says "sent" without asking', async () => ({ kind: 'sent', confirmed: true }), 'blocked'],
  ])('a line that %s it may leave ends as a careful person would say', async (_, send, ended) => {
    const { print, state } = await queueTo({ till: { send } });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe(ended), soon);
  });

  it('what came of a job is on disk before the next one begins, also when the disk holds it up', async () => {
    const printer = await aTcpPrinter();
    const { print, state, book } = await queueTo({ till: printer.port });
    const move = book.move.bind(book);
    const failing = vi.spyOn(book, 'move').mockImplementation(async (step, at) => {
      if (step.to === 'confirmed' && failing.mock.calls.filter(([each]) => each.to === 'confirmed').length < 2) {
        throw new Error('disk');
      }
      return move(step, at);
    });
    const ids = [await print('till'), await print('till')];
    for (const id of ids) await vi.waitFor(async () => expect(await state(id)).toBe('confirmed'), soon);
    expect(printer.jobs).toHaveLength(2);
  });

  it('a job whose "sending" cannot be written down is not sent', async () => {
    const printer = await aTcpPrinter();
    const { print, state, reason, book, queue } = await queueTo({ till: printer.port });
    const move = book.move.bind(book);
    const failing = vi.spyOn(book, 'move').mockImplementation(async (step, at) => {
      if (step.to === 'sending') throw new Error('disk');
      return move(step, at);
    });
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('blocked'), soon);
    expect(await reason(id)).toBe('not_recorded');
    expect(printer.jobs).toHaveLength(0);
    failing.mockRestore();
    await queue.wake();
    await vi.waitFor(async () => expect(await state(id)).toBe('confirmed'), soon);
  });

  it('a printer that talks without end is read no further than it is of use', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      const talk = setInterval(() => socket.write(Buffer.alloc(4096, 0xff)), 1);
      socket.once('close', () => clearInterval(talk));
      socket.resume();
    });
    const till = await listenLocally(server);
    onTestFinished(() => void server.close());
    const { print, state } = await queueTo({ till });
    const id = await print('till');
    await vi.waitFor(async () => expect(['sent', 'unknown']).toContain(await state(id)), soon);
  });
});

describe('a killed counter', { tags: ['full'] }, () => {
  const soon = { timeout: 30_000, interval: 5 };

  /** Prints in a process that is killed once the printer says so, and goes on with what it left. */
  async function killedWhile(
    behaviour: Partial<PrinterBehaviour>,
    when: (printer: Awaited<ReturnType<typeof aTcpPrinter>>) => Promise<void>,
    count = 1,
  ) {
    const path = journalPath();
    const printer = await aTcpPrinter(behaviour);
    const child = startChild('printing-child.ts', path, String(printer.port), String(count));
    const reached = when(printer);
    expect(await linesOf(child, 1)).toEqual(['asked']);
    await reached;
    await killHard(child);
    Object.assign(printer.behaviour, { answers: 'ready', confirms: true, closes: true, reads: true });
    const db = await openShopDatabase({ path, random: realRandom });
    const going = await queueTo({ till: printer.port }, { db });
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
});
