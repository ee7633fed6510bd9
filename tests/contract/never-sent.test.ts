import { createServer as createTlsServer } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import {
  type CountingServer,
  connectProxy,
  httpServer,
  press,
  selfSigned,
  tcpServer,
} from '../support/fake-servers.ts';
import { listenLocally } from '../support/local-server.ts';
import { envelope, orderData } from '../support/provider-answers.ts';

const good = JSON.stringify(envelope(orderData()));
const answer: Parameters<typeof httpServer>[0] = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(good);
};
let keys: Awaited<ReturnType<typeof selfSigned>>;
beforeAll(async () => {
  keys = await selfSigned();
});

describe('a request is never sent', () => {
  it('when the connection is refused', async () => {
    const closed = await tcpServer(() => {});
    await closed[Symbol.asyncDispose]();
    expect(await press(`http://127.0.0.1:${closed.port}`)).toMatchObject({
      kind: 'never_sent',
      reason: 'ECONNREFUSED',
    });
  });

  it('when the name is nobody’s', async () => {
    expect(await press('https://nobody.invalid')).toMatchObject({ kind: 'never_sent' });
  });

  it('when the other side speaks no TLS', async () => {
    await using server = await httpServer(answer);
    expect(await press(`https://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'never_sent' });
    expect(server.counts.requests).toBe(0);
  });

  it('when the certificate is nobody’s', async () => {
    await using server = await httpServer(answer, keys);
    const outcome = await press(`https://127.0.0.1:${server.port}`);
    expect(outcome).toMatchObject({ kind: 'never_sent', reason: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/) });
    await server.quiet();
    expect(server.counts).toStrictEqual({ connections: 1, requests: 0 });
  });

  it('when the certificate is somebody else’s', async () => {
    await using server = await httpServer(answer, keys);
    const outcome = await press(`https://127.0.0.2:${server.port}`, { ca: [keys.cert] });
    expect(outcome).toMatchObject({ kind: 'never_sent' });
    expect(server.counts.requests).toBe(0);
  });

  it('when the TLS handshake stalls', async () => {
    await using server = await tcpServer(() => {});
    const outcome = await press(`https://127.0.0.1:${server.port}`, { connectTimeoutMs: 150 });
    expect(outcome).toMatchObject({ kind: 'never_sent', reason: 'no connection in time' });
    await server.quiet();
    expect(server.counts).toStrictEqual({ connections: 1, requests: 0 });
  });

  it('when the connection is closed within the handshake', async () => {
    await using server = await tcpServer((socket) => socket.end());
    expect(await press(`https://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'never_sent' });
    expect(server.counts).toStrictEqual({ connections: 1, requests: 0 });
  });

  it('when a header cannot be written', async () => {
    await using server = await httpServer(answer);
    const outcome = await createNodeTransport().exchange({
      ...exchangeOf(server),
      headers: { 'x-shop': 'a\r\nb: c' },
    });
    expect(outcome).toMatchObject({ kind: 'never_sent', reason: 'ERR_INVALID_CHAR' });
    expect(server.counts.connections).toBe(0);
  });

  it('when it was given up before it began', async () => {
    await using server = await httpServer(answer);
    const outcome = await createNodeTransport().exchange({ ...exchangeOf(server), signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'never_sent', reason: 'given up' });
    expect(server.counts.requests).toBe(0);
  });
});

describe('a request over TLS', () => {
  it('is sent and answered once when the certificate is trusted', async () => {
    await using server = await httpServer(answer, keys);
    const outcome = await press(`https://localhost:${server.port}`, { ca: [keys.cert] });
    expect(outcome).toMatchObject({ kind: 'answered' });
    await server.quiet();
    expect(server.counts).toStrictEqual({ connections: 1, requests: 1 });
  });

  it('is unclear when the connection ends after the handshake', async () => {
    await using server = await httpServer((request) => request.socket.destroy(), keys);
    const outcome = await press(`https://127.0.0.1:${server.port}`, { ca: [keys.cert] });
    expect(outcome).toMatchObject({ kind: 'unclear', status: null });
    expect(server.counts).toStrictEqual({ connections: 1, requests: 1 });
  });

  it('is unclear as soon as the handshake was made, read or not', async () => {
    const server = createTlsServer(keys, (socket) => socket.destroy());
    const port = await listenLocally(server);
    const outcome = await press(`https://127.0.0.1:${port}`, { ca: [keys.cert] });
    server.close();
    expect(outcome).toMatchObject({ kind: 'unclear', status: null });
  });
});

describe('a request that is given up while it waits for its answer', () => {
  it('is lost, and its connection is closed', async () => {
    const stop = new AbortController();
    await using server = await httpServer(() => stop.abort());
    const outcome = await createNodeTransport().exchange({ ...exchangeOf(server), signal: stop.signal });
    expect(outcome).toStrictEqual({ kind: 'lost', reason: 'given up' });
    await server.quiet();
    expect(server.counts).toStrictEqual({ connections: 1, requests: 1 });
  });
});

describe('through a proxy', () => {
  it.each(['http', 'https'])('a request to %s goes through a tunnel, once', async (scheme) => {
    await using server = await httpServer(answer, scheme === 'https' ? keys : undefined);
    await using proxy = await connectProxy(200);
    const outcome = await press(`${scheme}://127.0.0.1:${server.port}`, { proxy: proxy.url, ca: [keys.cert] });
    expect(outcome).toMatchObject({ kind: 'answered' });
    expect(proxy.requestLines).toStrictEqual([`127.0.0.1:${server.port} Basic ${btoa('shop:p@ss')}`]);
    expect(server.counts).toStrictEqual({ connections: 1, requests: 1 });
  });

  it.each([403, 407, 502])('a request is never sent when the proxy says %i', async (status) => {
    await using server = await httpServer(answer);
    await using proxy = await connectProxy(status);
    const outcome = await press(`http://127.0.0.1:${server.port}`, { proxy: proxy.url });
    expect(outcome).toMatchObject({ kind: 'never_sent', reason: `proxy refused with ${status}` });
    expect(server.counts.connections).toBe(0);
    expect(proxy.requestLines).toHaveLength(1);
  });

  it('a request is never sent when TLS fails behind the tunnel', async () => {
    await using server = await httpServer(answer, keys);
    await using proxy = await connectProxy(200);
    expect(await press(`https://127.0.0.1:${server.port}`, { proxy: proxy.url })).toMatchObject({ kind: 'never_sent' });
    expect(server.counts).toStrictEqual({ connections: 1, requests: 0 });
  });

  it('a request is never sent when the proxy says nothing', async () => {
    await using proxy = await tcpServer(() => {});
    const options = { proxy: `http://127.0.0.1:${proxy.port}`, connectTimeoutMs: 150 };
    expect(await press('https://provider.invalid', options)).toMatchObject({ kind: 'never_sent' });
    await proxy.quiet();
    expect(proxy.counts.connections).toBe(1);
  });

  it('a request is never sent when the proxy leaves', async () => {
    await using proxy = await tcpServer((socket) => socket.end());
    const options = { proxy: `http://127.0.0.1:${proxy.port}` };
    expect(await press('https://provider.invalid', options)).toMatchObject({ kind: 'never_sent' });
  });
});

function exchangeOf(server: CountingServer) {
  return {
    method: 'POST' as const,
    url: `http://127.0.0.1:${server.port}/v1/order`,
    headers: {},
    body: new TextEncoder().encode('{}'),
    connectTimeoutMs: 3000,
    answerTimeoutMs: 3000,
    maxAnswerBytes: 1000,
  };
}
