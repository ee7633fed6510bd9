import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { generate } from 'selfsigned';

/** What reached a server: the measure of "one press, one request". */
export interface Counts {
  connections: number;
  requests: number;
}

export interface CountingServer extends AsyncDisposable {
  port: number;
  counts: Counts;
  /** resolves when no connection is open any more */
  quiet(): Promise<void>;
}

/** A key and a certificate for 127.0.0.1 and localhost that signs itself, made anew for the test. */
export async function selfSigned() {
  const names = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
  ];
  const extensions = [
    { name: 'basicConstraints' as const, cA: true },
    { name: 'subjectAltName' as const, altNames: names },
  ];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions,
  });
  return { key: made.private, cert: made.cert };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server, or HTTPS with a key, that hands every request to the handler once its body has been read. */
export async function httpServer(handler: Handler, tls?: { key: string; cert: string }): Promise<CountingServer> {
  const counts: Counts = { connections: 0, requests: 0 };
  const listener: Handler = (request, response) => {
    counts.requests += 1;
    request.resume().on('end', () => handler(request, response));
  };
  const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
  return listening(server, counts);
}

/** A bare TCP server. `counts.requests` counts the request lines that were read. */
export async function tcpServer(
  onRead: (socket: Socket, text: string) => void,
  onConnection: (socket: Socket) => void = () => {},
): Promise<CountingServer> {
  const counts: Counts = { connections: 0, requests: 0 };
  const server = createTcpServer((socket) => {
    onConnection(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      counts.requests = (text.match(/^(POST|GET) /gm) ?? []).length;
      onRead(socket, text);
    });
  });
  return listening(server, counts);
}

async function listening(server: Server, counts: Counts): Promise<CountingServer> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    counts.connections += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    quiet: async () => {
      await Promise.all([...open].map((socket) => new Promise((closed) => socket.once('close', closed))));
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
