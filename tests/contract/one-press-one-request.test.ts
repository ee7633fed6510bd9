import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { httpServer, press, tcpServer } from '../support/fake-servers.ts';
import { envelope, orderData } from '../support/provider-answers.ts';

const good = JSON.stringify(envelope(orderData()));
const json = { 'content-type': 'application/json' };
const head = (rest: string) => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${rest}\r\n`;
const wholeRequest = (text: string): boolean => text.endsWith('}');
const once = { connections: 1, requests: 1 };

describe('one press is one request', () => {
  it('and one answer, over a connection that is closed afterwards', async () => {
    await using server = await httpServer((request, response) => {
      expect(request.headers).toMatchObject({ connection: 'close', 'accept-encoding': 'identity' });
      expect(request.headers).not.toHaveProperty('expect');
      response.writeHead(200, { ...json, connection: 'keep-alive' }).end(good);
    });
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'answered' });
    await server.quiet();
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'answered' });
    expect(server.counts).toStrictEqual({ connections: 2, requests: 2 });
  });

  it.each([301, 302, 303, 307, 308])('when it is redirected with %i', async (status) => {
    await using server = await httpServer((_, response) => {
      response.writeHead(status, { location: '/v1/elsewhere', ...json }).end(good);
    });
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'unclear', status });
    expect(server.counts).toStrictEqual(once);
  });

  it.each([408, 421, 425, 429, 500, 502, 503, 504])('when it is answered with %i', async (status) => {
    await using server = await httpServer((_, response) => {
      response.writeHead(status, { 'retry-after': '0', ...json }).end('{"status":"error","message":"x"}');
    });
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'unclear', status });
    expect(server.counts).toStrictEqual(once);
  });

  it('when it is refused with 401 and a challenge', async () => {
    await using server = await httpServer((_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic', ...json }).end('{"status":"error","message":"x"}');
    });
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'refused', status: 401 });
    expect(server.counts).toStrictEqual(once);
  });

  it('or none when the connection is reset before anything is read', async () => {
    await using server = await tcpServer(
      () => {},
      (socket) => socket.pause().resetAndDestroy(),
    );
    // The reset may overtake the event that the connection stands; the outcome must not hang on that.
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'unclear', status: null });
    expect(server.counts).toStrictEqual({ connections: 1, requests: 0 });
  });

  it('when the connection is reset within the request', async () => {
    await using server = await tcpServer((socket) => socket.resetAndDestroy());
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'unclear', status: null });
    expect(server.counts.connections).toBe(1);
  });

  it.each([
    ['is reset after the request', (socket: { resetAndDestroy(): unknown }) => socket.resetAndDestroy()],
    ['is closed after the request', (socket: { end(): unknown }) => socket.end()],
  ])('when the connection %s', async (_, leave) => {
    await using server = await tcpServer((socket, text) => wholeRequest(text) && leave(socket));
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'unclear', status: null });
    expect(server.counts).toStrictEqual(once);
  });

  it.each([
    ['half a header', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['half a body', head(`Content-Length: ${good.length}\r\n`) + good.slice(0, 20)],
    ['a length that is too long', head(`Content-Length: ${good.length + 9}\r\n`) + good],
    ['a chunk that breaks off', `${head('Transfer-Encoding: chunked\r\n')}${good.length.toString(16)}\r\n${good}`],
    ['a chunk that is none', `${head('Transfer-Encoding: chunked\r\n')}zz\r\n${good}\r\n0\r\n\r\n`],
    ['two lengths', head(`Content-Length: ${good.length}\r\nContent-Length: 3\r\n`) + good],
    ['length and chunks', `${head('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`],
    ['another protocol', 'SSH-2.0-x\r\n\r\n'],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['a header without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}`],
    ['headers without number', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(9000)}`],
    ['only provisional answers', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n'],
    ['a length beyond the limit', head('Content-Length: 70000\r\n')],
  ])('when the answer is %s', async (_, answer) => {
    await using server = await tcpServer((socket, text) => wholeRequest(text) && socket.end(answer));
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'unclear', status: null });
    expect(server.counts).toStrictEqual(once);
  });

  it('when the length cuts the answer short', async () => {
    await using server = await tcpServer(
      (socket, text) => wholeRequest(text) && socket.end(head('Content-Length: 10\r\n') + good),
    );
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'unclear' });
    expect(server.counts).toStrictEqual(once);
  });

  it.each([
    ['provisional ones before it', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n', ''],
    ['a keep-alive that nobody asked for', '', 'Connection: keep-alive\r\nKeep-Alive: timeout=60\r\n'],
  ])('and is answered by an answer with %s', async (_, before, lines) => {
    const answer = `${before}${head(`${lines}Content-Length: ${good.length}\r\n`)}${good}`;
    await using server = await tcpServer((socket, text) => wholeRequest(text) && socket.write(answer));
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'answered', faults: [] });
    await server.quiet();
    expect(server.counts).toStrictEqual(once);
  });

  it('and is answered by an answer that only the end of the connection ends', async () => {
    await using server = await tcpServer((socket, text) => wholeRequest(text) && socket.end(head('') + good));
    expect(await press(`http://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'answered' });
    expect(server.counts).toStrictEqual(once);
  });

  it.each([
    ['never comes', () => {}],
    [
      'stops after the header',
      (socket: { write(text: string): unknown }) => socket.write(head('Content-Length: 9\r\n')),
    ],
  ])('when the answer %s', async (_, act) => {
    await using server = await tcpServer((socket, text) => wholeRequest(text) && act(socket));
    const outcome = await press(`http://127.0.0.1:${server.port}`, { answerTimeoutMs: 150 });
    expect(outcome).toMatchObject({ kind: 'unclear', status: null, reason: 'no whole answer in time' });
    await server.quiet();
    expect(server.counts).toStrictEqual(once);
  });

  it('when the answer never ends', async () => {
    await using server = await tcpServer((socket, text) => {
      if (!wholeRequest(text)) return;
      socket.write(head('Transfer-Encoding: chunked\r\n'));
      const more = (): void => {
        while (socket.writable && socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    const outcome = await press(`http://127.0.0.1:${server.port}`);
    expect(outcome).toMatchObject({ kind: 'unclear', status: null, reason: 'answer too large' });
    await server.quiet();
    expect(server.counts).toStrictEqual(once);
  });

  it('and is answered by an answer that came packed', async () => {
    await using server = await httpServer((_, response) => {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(good));
    });
    const outcome = await press(`http://127.0.0.1:${server.port}`);
    expect(outcome).toMatchObject({ kind: 'answered' });
    expect('answer' in outcome && new TextDecoder().decode(outcome.answer ?? undefined)).toBe(good);
  });

  it.each([
    ['a bomb', gzipSync(Buffer.alloc(20_000_000)), 'gzip', 'ERR_BUFFER_TOO_LARGE'],
    ['broken', gzipSync(good).subarray(0, 30), 'gzip', 'Z_BUF_ERROR'],
    ['of an unknown kind', Buffer.from(good), 'secret', 'packed in an unknown way'],
  ])('when the packed answer is %s', async (_, body, encoding, reason) => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { ...json, 'content-encoding': encoding }).end(body);
    });
    const outcome = await press(`http://127.0.0.1:${server.port}`);
    expect(outcome).toMatchObject({ kind: 'unclear', status: null, reason });
    expect(server.counts).toStrictEqual(once);
  });
});
