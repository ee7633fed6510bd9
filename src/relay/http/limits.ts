import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { longestAwayMs } from '../../shared/wire/relay.ts';
import type { PollSignal } from '../core/held-polls.ts';
import type { Counters } from '../core/ports.ts';

/** Time limits against slow clients and for counters that stay away, and limits on what one process holds for all clients. */
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
  /** after a start over a file, the time in which the counters of a shop compare: see PostedRestore */
  compareMs: number;
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
  compareMs: longestAwayMs + 5_000,
};

/**
 * Counts the held resources of each client. Over the total limit the oldest client is evicted: a webhook arrives at once, so
 * the slowest sender is the likely attacker, and a new client is never refused because of others.
 */
function evictOldest<Client>(max: number, evict: (oldest: Client) => void) {
  const held = new Map<Client, number>();
  let total = 0;
  const heldFor = (client: Client): number => held.get(client) ?? 0;
  const remove = (client: Client, amount = heldFor(client)): void => {
    const left = heldFor(client) - amount;
    if (left < 0) return;
    total -= amount;
    if (left === 0) held.delete(client);
    else held.set(client, left);
  };
  return {
    heldFor,
    remove,
    add: (client: Client, amount = 1): void => {
      held.set(client, heldFor(client) + amount);
      total += amount;
      for (const oldest of held.keys()) {
        if (total <= max) return;
        remove(oldest);
        evict(oldest);
      }
    },
  };
}

export type Connections = ReturnType<typeof limitConnections>;

/** Limits the connections of a server and their pipelined requests. A client that is trusted keeps its connection. */
export function limitConnections(server: Server, limits: Limits, counters: Pick<Counters, 'connectionsClosed'>) {
  const close = (socket: Socket): void => {
    counters.connectionsClosed += 1;
    socket.destroy();
  };
  const untrusted = evictOldest(limits.untrusted, close);
  const pipelined = evictOldest(limits.pipelinedInAll, close);
  // One function for all connections saves memory.
  function onClose(this: Socket): void {
    untrusted.remove(this);
    pipelined.remove(this);
  }
  // Node resumes a socket when it wants a body or has room for answers.
  function keepPaused(this: Socket): void {
    this.pause();
  }
  function onAnswered(this: ServerResponse): void {
    const { socket } = this.req;
    pipelined.remove(socket, 1);
    if (pipelined.heldFor(socket) === limits.pipelined) socket.off('resume', keepPaused).resume();
  }
  server.maxConnections = limits.connections;
  server.on('drop', () => {
    counters.connectionsClosed += 1;
  });
  server.on('connection', (socket) => {
    // Each pipelined poll listens for the end of its connection.
    socket.setMaxListeners(0).on('close', onClose);
    untrusted.add(socket);
  });
  /** Aborts when the client disconnects. An AbortSignal would be larger than the rest of a held poll. */
  class ClientSignal implements PollSignal {
    private readonly socket: Socket;

    constructor(socket: Socket) {
      this.socket = socket;
    }

    get aborted(): boolean {
      return this.socket.destroyed;
    }

    onAuthenticated(): void {
      untrusted.remove(this.socket);
    }

    addEventListener(_type: 'abort', listener: () => void): void {
      this.socket.on('close', listener);
    }

    removeEventListener(_type: 'abort', listener: () => void): void {
      this.socket.off('close', listener);
    }
  }
  return {
    signalFor: (socket: Socket): PollSignal => new ClientSignal(socket),
    /** The client has shown a valid signature: its connection is not closed to make room. */
    trust: (socket: Socket): void => untrusted.remove(socket),
    /**
     * Counts a request that arrives before an earlier one on its connection is answered. A connection over its limit is not read
     * until some of its requests are answered.
     */
    onPipelinedRequest: (response: ServerResponse): void => {
      const { socket } = response.req;
      // Node still emits the requests that it read before the connection was closed.
      if (socket.destroyed) return;
      response.on('close', onAnswered);
      pipelined.add(socket);
      if (pipelined.heldFor(socket) === limits.pipelined + 1) socket.on('resume', keepPaused).pause();
    },
  };
}

/** The largest accepted body, in bytes. */
export const bodyLimit = 64 * 1024;

/** More chunks than this are joined: the object of a chunk takes hundreds of bytes, and a chunk may hold a single one. */
const maxChunks = 64;

/** 413: too large. 400: incomplete, or aborted to make room. */
type BodyError = 413 | 400;

/**
 * Reads a whole request body.
 * @param contentLength the Content-Length header
 * @param done is called once, with the bytes or with an error
 */
export type ReadBody = (
  payload: Readable,
  contentLength: string | undefined,
  done: (error: BodyError | null, body?: Buffer) => void,
  maxBytes?: number,
) => void;

/** Reads request bodies within limits that all requests share. */
export function createBodyReader(
  limits: Pick<Limits, 'bodies' | 'bodyBytes'>,
  counters: Pick<Counters, 'bodiesAborted'>,
): ReadBody {
  type End = (error: BodyError | null) => void;
  const abort = (end: End): void => {
    counters.bodiesAborted += 1;
    end(400);
  };
  const open = evictOldest<End>(limits.bodies, abort);
  const memory = evictOldest<End>(limits.bodyBytes, abort);
  return (payload, contentLength, done, maxBytes = bodyLimit) => {
    if (Number(contentLength) > maxBytes) {
      done(413);
      return;
    }
    let chunks: Buffer[] = [];
    let length = 0;
    let isEnded = false;
    const end: End = (error) => {
      // Events after the end are ignored: removing the listeners would cost more.
      if (isEnded) return;
      isEnded = true;
      open.remove(end);
      memory.remove(end);
      // A copy: a slice would keep the whole buffer of the connection.
      const body = error === null ? Buffer.concat(chunks, length) : undefined;
      // The listeners live as long as the request waits for its answer.
      chunks = [];
      done(error, body);
    };
    open.add(end);
    payload
      .on('data', (chunk: Buffer) => {
        if (isEnded) return;
        length += chunk.length;
        if (length > maxBytes) {
          end(413);
          return;
        }
        chunks.push(chunk);
        if (chunks.length === maxChunks) chunks = [Buffer.concat(chunks, length)];
        memory.add(end, chunk.length);
      })
      .on('end', () => end(null))
      .on('error', () => end(400))
      .on('close', () => end(400));
  };
}
