import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A printer that answers, and remembers of each slip only its receipt number. */
export interface BenchPrinter extends AsyncDisposable {
  port: number;
  /** performance.now() of the first byte of the last slip */
  lastFirstByte(): number;
  /** the receipt numbers that came, each once */
  ids(): Set<string>;
}

const statusBytes = 9;
const through = Buffer.of(0x1d, 0x72, 1);
const receiptNo = /[0-9A-Z]{4}-\d{6}/;

/** Listens on a free port of 127.0.0.1. A receipt number that comes twice ends the bench. */
export async function startBenchPrinter(): Promise<BenchPrinter> {
  let first = 0;
  const ids = new Set<string>();
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket));
  function serve(socket: Socket): void {
    let asked = 0;
    let slip = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const questions = Math.min(statusBytes - asked, chunk.length);
      asked += questions;
      if (questions > 0 && asked === statusBytes) socket.write(Uint8Array.of(0x12, 0x12, 0x12));
      if (questions === chunk.length) return;
      if (slip.length === 0) first = performance.now();
      slip = Buffer.concat([slip, chunk.subarray(questions)]);
      if (slip.subarray(-3).equals(through)) socket.write(Uint8Array.of(0));
    });
    socket.once('end', () => {
      const id = receiptNo.exec(slip.toString('latin1'))?.[0];
      if (id !== undefined && ids.has(id)) throw new Error('a slip came twice');
      if (id !== undefined) ids.add(id);
      socket.end();
    });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    lastFirstByte: () => first,
    ids: () => ids,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
