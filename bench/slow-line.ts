import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../tests/support/fake-servers.ts';

/** A server as it is seen over a slow line with TLS. */
export interface SlowLine extends AsyncDisposable {
  /** https:// */
  origin: string;
  /** PEM, to be trusted by clients */
  cert: string;
}

/**
 * Puts TLS and a line of that round trip in front of a server on this machine. The handshake of TCP itself is not delayed: the
 * same holds for whatever it is compared with.
 * @param roundTripMs half of it in each direction
 */
export async function slowLine(server: URL, roundTripMs: number): Promise<SlowLine> {
  const { key, cert } = await selfSigned();
  const ends = new Set<Socket>();
  const track = (socket: Socket): void => {
    ends.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => ends.delete(socket));
  };
  const secure = createTlsServer({ key, cert }, (plain) => {
    const inner = connect({ host: server.hostname, port: Number(server.port), noDelay: true });
    track(inner);
    track(plain);
    plain.pipe(inner).pipe(plain);
  }).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const slow = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: portOf(secure), noDelay: true });
    track(near);
    track(far);
    delayed(near, far, roundTripMs / 2);
    delayed(far, near, roundTripMs / 2);
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  return {
    origin: `https://localhost:${portOf(slow)}`,
    cert,
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      slow.close();
      secure.close();
    },
  };
}

/** Hands on every chunk so much later, in order. */
function delayed(from: Socket, to: Socket, ms: number): void {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), ms));
  from.once('end', () => setTimeout(() => to.end(), ms));
}

function portOf(server: { address(): ReturnType<ReturnType<typeof createServer>['address']> }): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
