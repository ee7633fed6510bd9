import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import { systemClock } from '../../src/main/base/system/node-system.ts';
import { createProvider } from '../../src/main/provider/client.ts';
import { envelope, prepaidData } from './answers.ts';

export interface ProductAnswer {
  status?: number;
  json: unknown;
}

/** A server on a port of its own, gone with the test. Answers where it listens. */
export async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** A payment service that is asked about products, over real HTTP: it knows every code unless a test says what it answers. */
export async function productServer() {
  const says = new Map<string, () => ProductAnswer>();
  const asked: string[] = [];
  let [open, most] = [0, 0];
  const url = await aServer((request, response) => {
    const code = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    asked.push(code);
    open += 1;
    most = Math.max(most, open);
    const { status = 200, json } = says.get(code)?.() ?? { json: product(code) };
    setImmediate(() => {
      open -= 1;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  const provider = createProvider({
    transport: createNodeTransport(),
    clock: systemClock,
    baseUrl: `${url}/v1`,
    headers: {},
    connectTimeoutMs: 2000,
    answerTimeoutMs: 2000,
    refusalCodes: [200, 400, 401, 403, 404, 422],
  });
  return { url, provider, asked, says, mostAtOnce: () => most };
}

export const product = (code: string, more: object = {}): unknown =>
  envelope(
    prepaidData({ product_code: code, product_name: `Nama ${code}`, brand: { name: 'TSEL', logo: null }, ...more }),
  );
export const noProduct: ProductAnswer = {
  status: 404,
  json: { status: 'error', message: 'Produk tidak ada', data: {} },
};
