import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';
import { cannotListen } from './why-not.ts';

/** Where the metrics are read, and nothing else. */
export interface MetricsAddress {
  host: string;
  /** 0: any */
  port: number;
}

const limits = {
  requestTimeout: 5_000,
  headersTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
};
const maxConnections = 100;

/** Serves /metrics at an address of its own: the public one never shows it. Rejects when it cannot listen there. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: MetricsAddress,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(limits, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (path !== '/metrics' || request.method !== 'GET') {
      response.writeHead(path === '/metrics' ? 405 : 404, { connection: 'close' }).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500, { connection: 'close' }).end(),
    );
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(cannotListen(host, port, error)));
    server.listen(port, host, listening);
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port, not on a path
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
