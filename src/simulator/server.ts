import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Deliver, SimulatedAnswer } from './core/ports.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from './core/simulator.ts';

const timeoutMs = 5000;

/** Sends a webhook once over a connection of its own, follows no redirect, and gives up after 5 s. */
export const deliver: Deliver = ({ url, headers, body }) =>
  new Promise((resolve) => {
    const { request } = url.startsWith('https:') ? https : http;
    const options = { method: 'POST', agent: false, headers: { ...headers, 'Content-Length': body.length } };
    try {
      const sending = request(url, { ...options, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
        response.resume();
        resolve(response.statusCode ?? null);
      });
      sending.on('error', () => resolve(null));
      sending.end(body);
    } catch {
      resolve(null);
    }
  });

/** The machine's own time. A sleeping webhook keeps no process alive. */
const realClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, { ref: false, ...(signal ? { signal } : {}) });
    } catch {
      // An abort ends the wait; the caller looks at its signal.
    }
  },
};

const maxBodyBytes = 64 * 1024;

interface SimulatorServerOptions extends Omit<SimulatorOptions, 'clock' | 'deliver'> {
  /** 0: any free port */
  port: number;
  clock?: Clock;
  deliver?: Deliver;
}

export interface SimulatorServer {
  /** ends in /v1; /ledger, /requests and /control are its siblings */
  url: string;
  simulator: Simulator;
  close(): Promise<void>;
}

/** Serves a simulator on 127.0.0.1. Rejects when the port is taken. */
export async function startSimulatorServer(options: SimulatorServerOptions): Promise<SimulatorServer> {
  const { port, clock = realClock, ...rest } = options;
  const simulator = createSimulator({ deliver, ...rest, clock });
  const closing = new AbortController();
  const server = http.createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (!body) {
      response.writeHead(413, { connection: 'close' }).end();
      return;
    }
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string') headers[name] = value;
    }
    const answer = await simulator.handle({ method: request.method ?? '', path: request.url ?? '', headers, body });
    if (answer.afterMs > 0) await clock.sleep(answer.afterMs, closing.signal);
    if (closing.signal.aborted) response.destroy();
    else write(response, answer);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${actual}/v1`,
    simulator,
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      await simulator.close();
    },
  };
}

async function bodyOf(request: http.IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function write(response: http.ServerResponse, answer: SimulatedAnswer): void {
  if (answer.kind === 'drop') {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  if (answer.kind === 'answer') response.end(answer.body);
  else response.write(answer.body, () => response.destroy());
}
