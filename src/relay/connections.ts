import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Time limits against clients that dawdle, and how many may be connected. */
export interface Limits {
  headersMs: number;
  requestMs: number;
  checkEveryMs: number;
  connections: number;
}

export const usualLimits: Limits = { headersMs: 10_000, requestMs: 20_000, checkEveryMs: 2_000, connections: 20_000 };

const bad = JSON.stringify({ status: 'error', message: 'The request is not valid' });
const badAnswer = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${bad.length}\r\nConnection: close\r\n\r\n${bad}`;

/** Malformed HTTP, headers too large and requests too slow are all one to us: 400, and the line is cut. */
export function refuseMalformed(_error: Error, socket: Duplex): void {
  if (socket.writable) socket.end(badAnswer, () => socket.destroy());
  else socket.destroy();
}

/** Sets on the server what the framework does not pass on. */
export function limitConnections(server: Server, limits: Limits): void {
  server.maxConnections = limits.connections;
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' }).end(bad);
  });
}
