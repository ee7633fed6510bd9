import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import { signatureOf } from '../../src/main/updates/feed.ts';

/** What reached a server: the measure of "one press, one request". */
interface Counts {
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

export interface ReleaseServer {
  /** with a path, without a slash at the end */
  url: string;
  publicKey: string;
  privateKey: KeyObject;
  /** what lies at a name */
  files: Map<string, Buffer>;
  /** how a name is answered instead */
  answers: Map<string, (response: ServerResponse) => void>;
  /** names that were asked for, in order */
  asked: string[];
  /** puts a signed release there; answers its program's bytes */
  release(version: string, more?: string): Buffer;
  close(): Promise<void>;
}

export const feedName = 'latest-linux.yml';

/** A real HTTP server on this machine with releases, as an owner would put them somewhere, and the key they are signed with. */
export async function releaseServer(): Promise<ReleaseServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = new Map<string, Buffer>();
  const answers: ReleaseServer['answers'] = new Map();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace('/konter/', '');
    asked.push(name);
    const special = answers.get(name);
    if (special) return special(response);
    const file = files.get(name);
    response.writeHead(file ? 200 : 404, file ? { 'content-length': file.length } : {}).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/konter`,
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    privateKey,
    files,
    answers,
    asked,
    release(version, more = '') {
      const program = randomBytes(20_000);
      const sha512 = createHash('sha512').update(program).digest('base64');
      const name = `Konter-${version}-linux-x64.AppImage`;
      const list = Buffer.from(
        `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${program.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-20T03:00:00.000Z'\n${more}`,
      );
      files.set(name, program);
      files.set(feedName, list);
      files.set(`${feedName}.sig`, Buffer.from(signatureOf(feedName, list, privateKey)));
      return program;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
