import { once } from 'node:events';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * The line between a relay and its PostgreSQL, which a test cuts, holds and mends. Cut, it refuses every connection; held, it takes what
 * is sent and passes nothing on, as a machine that is gone does.
 */
export class DatabaseLine {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  #isHeld = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port) };
  }

  /** Opens the line to a database until the end of the test. Answers its address on this line. */
  static async to(url: string): Promise<{ line: DatabaseLine; url: string }> {
    const line = new DatabaseLine(url);
    await line.mend();
    onTestFinished(() => line.cut());
    return { line, url: Object.assign(new URL(url), { port: String(line.#port) }).href };
  }

  async mend(): Promise<void> {
    this.#isHeld = false;
    if (this.#server !== null) {
      // What was held is gone: the network has given it up.
      for (const socket of this.#sockets) socket.destroy();
      return;
    }
    const server = createServer((near) => this.#join(near));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  hold(): void {
    this.#isHeld = true;
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server === null) return;
    server.close();
    await once(server, 'close');
  }

  #join(near: Socket): void {
    const far = connectTo(this.#target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => {
        if (!this.#isHeld) to.write(bytes);
      });
      from.once('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
