import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { PollSignal } from '../core/held-polls.ts';
import { invalidRequestText, jsonType } from './responses.ts';

/** Time limits against slow clients, and limits on what one process holds for all clients. */
export interface Limits {
  headersMs: number;
  requestMs: number;
  checkEveryMs: number;
  /** open connections */
  connections: number;
  /** open connections without a valid signature or token so far */
  untrusted: number;
  /** request bodies that are being received, and their bytes in memory */
  bodies: number;
  bodyBytes: number;
  /** requests that wait for the answer to an earlier request: on one connection, and on all of them */
  pipelined: number;
  pipelinedInAll: number;
}

export const defaultLimits: Limits = {
  headersMs: 10_000,
  requestMs: 20_000,
  checkEveryMs: 2_000,
  connections: 30_000,
  untrusted: 15_000,
  bodies: 2_000,
  bodyBytes: 32 * 1024 * 1024,
  pipelined: 500,
  pipelinedInAll: 20_000,
};

const badRequest = `HTTP/1.1 400 Bad Request\r\nContent-Type: ${jsonType}\r\nContent-Length: ${invalidRequestText.length}\r\nConnection: close\r\n\r\n${invalidRequestText}`;

/** Answers malformed HTTP, oversized headers and slow requests with 400, and closes the connection. */
export function refuseMalformed(_error: Error, socket: Duplex): void {
  if (socket.writable) socket.end(badRequest, () => socket.destroy());
  else socket.destroy();
}

/** Aborts when the client disconnects. An AbortSignal would be larger than the rest of a held poll. */
class ClientSignal implements PollSignal {
  aborted = false;
  private readonly untrusted: Set<Socket>;
  private readonly socket: Socket;
  private listener: { handleEvent(): void } | null = null;

  constructor(untrusted: Set<Socket>, socket: Socket) {
    this.untrusted = untrusted;
    this.socket = socket;
  }

  authenticated(): void {
    this.untrusted.delete(this.socket);
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

export type Connections = ReturnType<typeof limitConnections>;

/**
 * Limits the connections of a server. Over the limit of untrusted connections the oldest of them is closed: they cannot block
 * new clients. A client that has shown a valid signature or token keeps its connection.
 */
export function limitConnections(server: Server, limits: Limits) {
  const untrusted = new Set<Socket>();
  const signals = new Map<Socket, ClientSignal>();
  let closedCount = 0;
  const close = (socket: Socket): void => {
    closedCount += 1;
    socket.destroy();
  };
  const pipelines = limitPipelining(limits, close);
  // One function for all connections saves memory.
  function onClose(this: Socket): void {
    untrusted.delete(this);
    pipelines.onClose(this);
    const signal = signals.get(this);
    signals.delete(this);
    signal?.abort();
  }
  server.maxConnections = limits.connections;
  server.on('drop', () => {
    closedCount += 1;
  });
  server.on('connection', (socket) => {
    untrusted.add(socket);
    socket.on('close', onClose);
    if (untrusted.size <= limits.untrusted) return;
    const [oldest] = untrusted;
    if (oldest === undefined) return;
    untrusted.delete(oldest);
    close(oldest);
  });
  server.on('checkExpectation', (_request, response) => {
    const headers = { 'content-type': jsonType, 'content-length': invalidRequestText.length, connection: 'close' };
    response.writeHead(400, headers).end(invalidRequestText);
  });
  // Without a listener Node closes the connection without an answer.
  server.on('connect', (_request, socket) => refuseMalformed(new Error('CONNECT'), socket));
  return {
    /** The client has shown a valid signature: the connection is not closed to make room. */
    markTrusted: (socket: Socket): void => {
      untrusted.delete(socket);
    },
    /** Aborts when the connection of the current request closes. */
    signalFor: (socket: Socket): PollSignal => {
      const signal = new ClientSignal(untrusted, socket);
      if (socket.destroyed) signal.abort();
      else signals.set(socket, signal);
      return signal;
    },
    /** Counts a request that arrives before an earlier one on its connection is answered. */
    onPipelinedRequest: pipelines.onRequest,
    /** connections refused or closed because of a limit */
    closedCount: () => closedCount,
  };
}

/**
 * Limits pipelined requests. A connection over its limit is not read until some of its requests are answered. Over the limit of
 * all connections the one that began first is closed: a client that never stops sending is an attacker.
 */
function limitPipelining(
  limits: Pick<Limits, 'pipelined' | 'pipelinedInAll'>,
  close: (socket: Socket) => void,
): { onRequest(response: ServerResponse): void; onClose(socket: Socket): void } {
  const waiting = new Map<Socket, number>();
  let total = 0;

  // Node resumes a socket when it wants a body or has room for answers.
  function keepPaused(this: Socket): void {
    this.pause();
  }
  function onAnswered(this: ServerResponse): void {
    const { socket } = this.req;
    const left = (waiting.get(socket) ?? 0) - 1;
    if (left < 0) return;
    total -= 1;
    if (left === 0) waiting.delete(socket);
    else waiting.set(socket, left);
    if (left !== limits.pipelined) return;
    socket.off('resume', keepPaused);
    socket.resume();
  }
  const onClose = (socket: Socket): void => {
    total -= waiting.get(socket) ?? 0;
    waiting.delete(socket);
  };
  return {
    onClose,
    onRequest: (response) => {
      const { socket } = response.req;
      // Node still emits the requests that it read before the connection was closed.
      if (socket.destroyed) return;
      const count = (waiting.get(socket) ?? 0) + 1;
      waiting.set(socket, count);
      total += 1;
      response.on('close', onAnswered);
      if (count === limits.pipelined + 1) socket.on('resume', keepPaused).pause();
      if (total <= limits.pipelinedInAll) return;
      const [oldest = socket] = waiting.keys();
      onClose(oldest);
      close(oldest);
    },
  };
}
