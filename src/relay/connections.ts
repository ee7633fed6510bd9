import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { jsonType } from './answers.ts';
import type { Line } from './core/seat.ts';
import { limitPipelines } from './pipelines.ts';

/** What one relay lets the internet hold: time limits against clients that dawdle, and how much of everything. */
export interface Limits {
  headersMs: number;
  requestMs: number;
  checkEveryMs: number;
  /** open at once */
  connections: number;
  /** of those, the ones that have shown no right signature or token yet */
  strangers: number;
  /** bodies under way at once, and the bytes of them that have come */
  uploads: number;
  uploadBytes: number;
  /** requests that came before those in front of them were answered: over one line, and over all of them */
  pipelined: number;
  pipelinedInAll: number;
}

export const usualLimits: Limits = {
  headersMs: 10_000,
  requestMs: 20_000,
  checkEveryMs: 2_000,
  connections: 30_000,
  strangers: 15_000,
  uploads: 2_000,
  uploadBytes: 32 * 1024 * 1024,
  pipelined: 500,
  pipelinedInAll: 20_000,
};

const bad = JSON.stringify({ status: 'error', message: 'The request is not valid' });
const badAnswer = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${bad.length}\r\nConnection: close\r\n\r\n${bad}`;

/** Malformed HTTP, headers too large and requests too slow are all one to us: 400, and the line is cut. */
export function refuseMalformed(_error: Error, socket: Duplex): void {
  if (socket.writable) socket.end(badAnswer, () => socket.destroy());
  else socket.destroy();
}

/** Aborts when the client goes away. An AbortSignal weighs more than all else that a held poll needs of ours. */
class ClientLine implements Line {
  aborted = false;
  private readonly strangers: Set<Socket>;
  private readonly connection: Socket;
  private listener: { handleEvent(): void } | null = null;

  constructor(strangers: Set<Socket>, connection: Socket) {
    this.strangers = strangers;
    this.connection = connection;
  }

  admitted(): void {
    this.strangers.delete(this.connection);
  }

  addEventListener(_type: 'abort', listener: { handleEvent(): void }): void {
    this.listener = listener;
  }

  removeEventListener(): void {
    this.listener = null;
  }

  abort(): void {
    this.aborted = true;
    this.listener?.handleEvent();
  }
}

export interface Connections {
  /** Its client has shown a right signature or token: it is not cut off to make room. */
  vouchFor(connection: Socket): void;
  /** The line of the request that this connection carries now. */
  lineOf(connection: Socket): Line;
  /** To be told of each request that came before the one in front of it was answered. */
  pipelined(response: ServerResponse): void;
  /** how many were turned away or cut off because there were too many */
  cuts(): number;
}

/**
 * Sets on the server what the framework does not pass on. When strangers hold too many connections the oldest of theirs is
 * cut off, so that they never shut out who comes next; who has shown a right signature or token keeps his.
 */
export function limitConnections(server: Server, limits: Limits): Connections {
  const strangers = new Set<Socket>();
  const lines = new Map<Socket, ClientLine>();
  let cuts = 0;
  const pipelines = limitPipelines(limits, (oldest) => {
    cuts += 1;
    oldest.destroy();
  });
  // One listener for all connections.
  function closed(this: Socket): void {
    strangers.delete(this);
    pipelines.closed(this);
    const line = lines.get(this);
    lines.delete(this);
    line?.abort();
  }
  server.maxConnections = limits.connections;
  server.on('drop', () => {
    cuts += 1;
  });
  server.on('connection', (socket) => {
    strangers.add(socket);
    socket.on('close', closed);
    if (strangers.size <= limits.strangers) return;
    const [oldest] = strangers;
    if (oldest === undefined) return;
    strangers.delete(oldest);
    cuts += 1;
    oldest.destroy();
  });
  server.on('checkExpectation', (_request, response) => {
    const headers = { 'content-type': jsonType, 'content-length': bad.length, connection: 'close' };
    response.writeHead(400, headers).end(bad);
  });
  // Without a listener the line would be cut without a word.
  server.on('connect', (_request, socket) => refuseMalformed(new Error('CONNECT'), socket));
  return {
    vouchFor: (connection) => {
      strangers.delete(connection);
    },
    lineOf: (connection) => {
      const line = new ClientLine(strangers, connection);
      if (connection.destroyed) line.abort();
      else lines.set(connection, line);
      return line;
    },
    pipelined: pipelines.came,
    cuts: () => cuts,
  };
}
