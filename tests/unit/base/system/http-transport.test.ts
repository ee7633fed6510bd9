import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeTransport } from '../../../../src/main/base/system/http-transport.ts';
import type { TransportRequest } from '../../../../src/main/base/system.ts';
import { listenLocally } from '../../../support/local-server.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serving(listener: RequestListener) {
  const server = createServer(listener);
  servers.push(server);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const port = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}/`, sockets };
}

const transport = createNodeTransport();
const exchange = (url: string, more: Partial<TransportRequest> = {}) =>
  transport.exchange({
    method: 'GET',
    url,
    headers: {},
    connectTimeoutMs: 2000,
    answerTimeoutMs: 2000,
    maxAnswerBytes: 1000,
    ...more,
  });

describe('a connection', () => {
  it('is kept for the next look-up, and never used by what moves money', async () => {
    const cookies: (string | undefined)[] = [];
    const { url, sockets } = await serving((request, response) => {
      cookies.push(request.headers.connection);
      response.end('x');
    });
    for (const keepAlive of [true, true, false, true]) {
      expect(
        await exchange(url, keepAlive ? { keepAlive } : { method: 'POST', body: new Uint8Array(1) }),
      ).toMatchObject({
        kind: 'answered',
      });
    }
    expect(cookies).toEqual(['keep-alive', 'keep-alive', 'close', 'keep-alive']);
    expect(sockets).toHaveLength(2);
  });

  it('that the server closed meanwhile is replaced, and the look-up answered', async () => {
    let requests = 0;
    const { url, sockets } = await serving((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else response.end('x');
    });
    await exchange(url, { keepAlive: true });
    expect(await exchange(url, { keepAlive: true })).toMatchObject({ kind: 'answered', status: 200 });
    expect([requests, sockets.length]).toEqual([3, 2]);
  });

  it('that dies with its first look-up is lost, and one that was never made is never sent', async () => {
    let requests = 0;
    const { url } = await serving((request) => {
      requests += 1;
      request.socket.destroy();
    });
    expect(await exchange(url, { keepAlive: true })).toMatchObject({ kind: 'lost' });
    expect(requests).toBe(1);
    const gone = await serving((_request, response) => response.end('x'));
    const closed = servers.pop();
    await new Promise((resolve) => closed?.close(resolve));
    expect(await exchange(gone.url, { keepAlive: true })).toEqual({ kind: 'never_sent', reason: 'ECONNREFUSED' });
  });

  it('that does not come in time is given up, and so is an answer', async () => {
    const { url } = await serving(() => undefined);
    expect(await exchange(url, { keepAlive: true, connectTimeoutMs: 10, answerTimeoutMs: 10 })).toEqual({
      kind: 'lost',
      reason: 'no whole answer in time',
    });
  });
});
