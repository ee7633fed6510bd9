import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import { listenOn } from './listen.ts';
import { type ServerProgram, withBrackets } from './startup-errors.ts';

/** The address of the metrics server. */
export interface MetricsAddress {
  host: string;
  /** 0: any free port */
  port: number;
}

const serverLimits = {
  requestTimeout: 5_000,
  headersTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
};
const maxConnections = 100;

/** Serves /metrics at its own address: the public one never shows it. Rejects if it cannot listen there. */
export async function serveMetrics(
  metrics: { text(): Promise<string> },
  address: MetricsAddress,
  program: ServerProgram,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(serverLimits, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (path !== '/metrics' || request.method !== 'GET') {
      response.writeHead(path === '/metrics' ? 405 : 404, { connection: 'close' }).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500, { connection: 'close' }).end(),
    );
  });
  server.maxConnections = maxConnections;
  const port = await listenOn(server, address, program);
  return {
    url: `http://${withBrackets(address.host)}:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
