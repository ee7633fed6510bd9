import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../src/main/base/system/clock-and-random.ts';
import { tcpTransport } from '../../../../src/main/printing/transports/tcp.ts';
import { listenLocally } from '../../../support/local-server.ts';
import { aTcpPrinter, quickLimits, receiptBytes } from '../../../support/print-queue.ts';

const ready = [0x12, 0x12, 0x12];
/** Automatic status, four bytes by itself whenever something changes: here, that the paper ends. */
const automatic = { well: [0x10, 0x00, 0x00, 0x00], paperOut: [0x18, 0x00, 0x0c, 0x0f] };
const statusRequests = 9;
/** whether it answers GS r, asked once before the first slip */
const probe = 3;

/** A printer that says what it likes: after the status requests, and after the first and the last byte of the slip. */
async function talkative(says: { statusRequests: number[]; begun?: number[]; ended?: number[] }) {
  const server = createServer({ allowHalfOpen: true }, (socket: Socket) => {
    let came = 0;
    const all = statusRequests + probe + receiptBytes.length + 3;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const before = came;
      came += chunk.length;
      const passed = (at: number): boolean => before < at && came >= at;
      if (passed(statusRequests)) socket.write(Buffer.from(says.statusRequests));
      if (passed(statusRequests + probe)) socket.write(Buffer.of(0));
      if (says.begun && passed(statusRequests + probe + 1)) socket.write(Buffer.from(says.begun));
      if (says.ended && passed(all)) socket.write(Buffer.from(says.ended));
    });
    socket.once('end', () => socket.end());
  });
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  const line = tcpTransport(systemClock, { host: '127.0.0.1', port, language: 'escpos' }, quickLimits);
  return line.send({ format: 'escpos', bytes: receiptBytes }, () => Promise.resolve());
}

describe('tcpTransport', () => {
  it.each([
    ['a byte too many after its status', { statusRequests: [...ready, 0x00] }],
    [
      'its automatic status when it is connected to',
      { statusRequests: [...automatic.well, ...ready, ...automatic.well] },
    ],
    ['its automatic status in the middle of the slip', { statusRequests: ready, begun: automatic.well }],
    ['that its paper ended, by itself, and then nothing', { statusRequests: ready, begun: automatic.paperOut }],
  ])('%s is not taken for "I am through"', async (_, says) => {
    expect(await talkative(says)).toEqual({ kind: 'sent', confirmed: false });
  });

  it('reads among its automatic status that it is done', async () => {
    const ended = [...automatic.well, 0x00, ...automatic.well];
    expect(await talkative({ statusRequests: ready, begun: automatic.well, ended })).toEqual({
      kind: 'sent',
      confirmed: true,
    });
  });

  it('reads among its automatic status that its paper is out at the end', async () => {
    const ended = [...automatic.paperOut, 0x0c];
    expect(await talkative({ statusRequests: ready, ended })).toEqual({ kind: 'unknown', reason: 'paper_out' });
  });
});

describe('a printer that answers its status and never GS r', () => {
  const lineTo = (port: number) =>
    tcpTransport(systemClock, { host: '127.0.0.1', port, language: 'escpos' }, { ...quickLimits, confirm: 60_000 });
  const print = (line: ReturnType<typeof lineTo>) =>
    line.send({ format: 'escpos', bytes: receiptBytes }, () => Promise.resolve());

  it('is asked for it once, and no slip waits for it or is held to be uncertain', async () => {
    const printer = await aTcpPrinter({ confirms: false, closes: false });
    const line = lineTo(printer.port);
    for (let slips = 0; slips < 3; slips += 1) expect(await print(line)).toEqual({ kind: 'sent', confirmed: false });
    expect(printer.jobs.map(({ bytes }) => bytes.equals(receiptBytes))).toEqual([true, true, true]);
  });

  it('whose paper ends within a slip leaves it unknown', async () => {
    const printer = await aTcpPrinter({ confirms: false });
    const line = lineTo(printer.port);
    expect(await print(line)).toEqual({ kind: 'sent', confirmed: false });
    const ends = async () => void (printer.behaviour.answers = 'paper_out');
    expect(await line.send({ format: 'escpos', bytes: receiptBytes }, ends)).toEqual({
      kind: 'unknown',
      reason: 'paper_out',
    });
  });
});
