import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listenLocally } from './local-server.ts';

export type Answers = 'ready' | 'paper_out' | 'cover_open' | 'offline' | 'silent' | 'garbage';

export interface PrinterBehaviour {
  /** to status requests */
  answers: Answers;
  /** says that it is through when it is asked (GS r 1) */
  confirms: boolean;
  /** cuts the connection once that many bytes of a job have come; 0: with the status answered and nothing of the job read */
  resetAfter: number | null;
  /** takes the connection and reads nothing */
  reads: boolean;
  /** keeps the connection open whatever comes */
  closes: boolean;
}

/** What came over one connection, without status requests and the question whether it is through. */
export interface PrintedJob {
  bytes: Buffer;
  /** performance.now() of its first byte */
  firstAt: number | null;
}

export interface TcpPrinter {
  port: number;
  behaviour: PrinterBehaviour;
  connections: number;
  /** of each connection that brought any byte of a job */
  jobs: PrintedJob[];
  /** the next time that a byte of a job comes */
  nextByte(): Promise<void>;
  /** gone, as if switched off; its port answers nobody */
  off(): Promise<void>;
}

const status: Readonly<Record<Exclude<Answers, 'silent' | 'garbage'>, readonly [number, number, number]>> = {
  ready: [0x12, 0x12, 0x12],
  paper_out: [0x1a, 0x32, 0x72],
  cover_open: [0x1a, 0x16, 0x12],
  offline: [0x1a, 0x12, 0x12],
};
const areYouThrough = Buffer.of(0x1d, 0x72, 1);
/** DLE EOT 1, 2 and 4, as one request. */
const statusRequests = Buffer.of(0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4);

/** A receipt printer on the network, of flesh and blood but for the paper. Close it with `off`. */
export async function startTcpPrinter(behaviour: Partial<PrinterBehaviour> = {}, port = 0): Promise<TcpPrinter> {
  const sockets = new Set<Socket>();
  let arrived = (): void => {};
  const printer: TcpPrinter = {
    port: 0,
    behaviour: { answers: 'ready', confirms: true, resetAfter: null, reads: true, closes: true, ...behaviour },
    connections: 0,
    jobs: [],
    nextByte: () => new Promise((resolve) => (arrived = resolve)),
    async off() {
      for (const socket of sockets) socket.resetAndDestroy();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    printer.connections += 1;
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    if (!printer.behaviour.reads) return void socket.pause();
    serve(socket);
    if (printer.behaviour.closes) socket.once('end', () => socket.end());
  });

  function serve(socket: Socket): void {
    const job: PrintedJob = { bytes: Buffer.alloc(0), firstAt: null };
    let request: number[] = [];
    let through = false;
    socket.on('data', (chunk) => {
      for (const byte of chunk) {
        if (socket.destroyed) return;
        const begins = byte === 0x10 || (byte === 0x1d && job.firstAt === null);
        if ((job.firstAt === null || through) && (request.length > 0 || begins)) {
          request.push(byte);
          if (request.length < 3) continue;
          if (request[0] === 0x10) answer(socket, request[2] ?? 0);
          else if (printer.behaviour.confirms) socket.write(Buffer.of(0));
          request = [];
        } else through = take(socket, job, byte);
      }
    });
  }

  function answer(socket: Socket, which: number): void {
    const { answers, resetAfter } = printer.behaviour;
    if (answers === 'garbage') socket.write(Buffer.from([0xff, 0x00, 0x93, 0xc3, 0x28, 0x7f]));
    else if (answers !== 'silent') socket.write(Buffer.of(status[answers][which === 4 ? 2 : which - 1] ?? 0));
    if (which === 4 && resetAfter === 0) setImmediate(() => socket.resetAndDestroy());
  }

  /** Answers whether that was the last of it: the question whether it is through. */
  function take(socket: Socket, job: PrintedJob, byte: number): boolean {
    if (job.firstAt === null) {
      job.firstAt = performance.now();
      printer.jobs.push(job);
      arrived();
    }
    job.bytes = Buffer.concat([job.bytes, Buffer.of(byte)]);
    const { confirms, resetAfter, answers } = printer.behaviour;
    if (resetAfter !== null && job.bytes.length >= resetAfter) {
      socket.resetAndDestroy();
      return false;
    }
    if (job.bytes.subarray(-statusRequests.length).equals(statusRequests)) {
      job.bytes = job.bytes.subarray(0, -statusRequests.length);
      for (const which of [1, 2, 4]) answer(socket, which);
      return false;
    }
    const isStatusRequest = answers !== 'silent' && job.bytes.subarray(-3).equals(areYouThrough);
    if (!isStatusRequest) return false;
    job.bytes = job.bytes.subarray(0, -3);
    if (confirms) socket.write(Buffer.of(0));
    return true;
  }

  printer.port = await listenLocally(server, port);
  return printer;
}

/** A port that nobody listens on. */
export async function deadPort(): Promise<number> {
  const printer = await startTcpPrinter();
  await printer.off();
  return printer.port;
}
