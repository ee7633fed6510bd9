import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cannotListen, type ServerProgram } from './startup-errors.ts';

/**
 * Clients that may connect at once: Node's 511 overflows if ten thousand counters return together. Linux limits it to
 * net.core.somaxconn, 4,096 by default.
 */
const backlog = 16_384;

/** Listens, and answers the port. */
export async function listenOn(
  server: Server,
  { host, port }: { host: string; port: number },
  program: ServerProgram,
): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(cannotListen(host, port, error, program)));
    server.listen({ host, port, backlog }, listening);
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port, not on a path
  return (server.address() as AddressInfo).port;
}
