import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { behaviours } from '../../../src/simulator/core/behaviours/table.ts';
import { drillCodes } from '../../../src/simulator/core/catalogue.ts';
import { signatureOf } from '../../../src/simulator/core/scheduler.ts';
import { type SimulatorServer, startSimulatorServer } from '../../../src/simulator/server.ts';
import { listenLocally } from '../../support/local-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function started(): Promise<SimulatorServer> {
  const server = await startSimulatorServer({ port: 0, seed: '1', secretKey: 'key', pace: 0.05, redelivery: [] });
  cleanups.push(() => server.close());
  return server;
}

/** A receiver of webhooks that answers with the status. */
async function receiver(status: number, headers: Record<string, string> = {}) {
  const received: { headers: http.IncomingHttpHeaders; body: Buffer }[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status, headers).end();
    });
  });
  const port = await listenLocally(server);
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return { received, url: `http://127.0.0.1:${port}/hook` };
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });

const order = (url: string, customer_no: string, callback_url = 'http://127.0.0.1:9/x'): Promise<Response> =>
  post(`${url}/order`, { product_code: 'TSEL10', customer_no, callback_url });

describe('over HTTP', () => {
  it('takes an order and brings its signed webhook to the callback_url', async () => {
    const { url } = await started();
    const hook = await receiver(200);
    expect((await order(url, '081234567890', hook.url)).status).toBe(200);
    await vi.waitFor(() => expect(hook.received).toHaveLength(1), 15_000);
    const { headers, body } = hook.received[0]!;
    expect(headers['x-service-signature']).toBe(signatureOf(body, 'key'));
    expect(headers['x-service-event']).toBe('transaction.update');
    await vi.waitFor(async () => {
      const { transactions } = JSON.parse(await (await fetch(new URL('/ledger', url))).text());
      expect(transactions[0].webhooks).toMatchObject([{ status: 'success', result: 200, signed: true }]);
    }, 15_000);
  });

  it('follows no redirect with a webhook', async () => {
    const { url, simulator } = await started();
    const elsewhere = await receiver(200);
    const hook = await receiver(307, { location: elsewhere.url });
    await order(url, '081234567890', hook.url);
    await vi.waitFor(() => expect(simulator.ledger()[0]!.webhooks).toMatchObject([{ result: 307 }]), 15_000);
    expect(elsewhere.received).toEqual([]);
  });

  it('notes a receiver that is not there', async () => {
    const { url, simulator } = await started();
    await order(url, '081234567890');
    await vi.waitFor(() => expect(simulator.ledger()[0]!.webhooks).toMatchObject([{ result: null }]), 15_000);
  });

  it('ends the connection for a lost and for a half answer, having acted', async () => {
    const { url, simulator } = await started();
    await expect(order(url, '0800000000201')).rejects.toThrow('fetch failed');
    const half = await order(url, '0800000000203');
    expect(half.status).toBe(200);
    await expect(half.text()).rejects.toThrow('terminated');
    expect(simulator.ledger().map(({ acted }) => acted)).toEqual([1, 1]);
  });

  it('redirects to the same address and counts every request', async () => {
    const { url } = await started();
    const response = await order(url, '0800000000221');
    expect([response.status, response.headers.get('location')]).toEqual([307, '/v1/order']);
    const { requests } = JSON.parse(await (await fetch(new URL('/requests', url))).text());
    expect(requests).toMatchObject([{ method: 'POST', path: '/v1/order', status: 307 }]);
  });

  it('takes by POST /control what comes next, and says when it does not understand', async () => {
    const { url } = await started();
    const control = new URL('/control', url).href;
    const answer = await post(control, {
      do: 'behave',
      customer_no: '081234567890',
      behaviour: 'refused-400',
      times: 1,
    });
    expect(answer.status).toBe(200);
    expect((await order(url, '081234567890')).status).toBe(400);
    expect((await post(control, { do: 'dance' })).status).toBe(400);
  });

  it('refuses a body that is too large', async () => {
    const { url } = await started();
    expect((await order(url, '0'.repeat(70_000))).status).toBe(413);
  });

  it('stops while an answer is still due', async () => {
    const { url, simulator, close } = await startSimulatorServer({ port: 0, seed: '1', secretKey: 'key' });
    const waiting = order(url, '0800000000102').catch((error: Error) => error.message);
    await vi.waitFor(() => expect(simulator.ledger()).toHaveLength(1), 15_000);
    await close();
    expect(await waiting).toBe('fetch failed');
  });
});

describe('npm run simulator', () => {
  it('prints its address as one JSON line and ends on SIGTERM', async () => {
    const child = spawn(process.execPath, ['src/simulator/cli.ts', '--seed', '7'], {
      env: { ...process.env, SIMULATOR_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanups.push(async () => child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    const { url } = JSON.parse(String(line));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect((await fetch(`${url}/product/TSEL10`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('README.md', () => {
  it('prints the table of behaviours as it is', () => {
    const readme = readFileSync('src/simulator/README.md', 'utf8');
    const rows = behaviours.map((behaviour) => {
      const codes = Object.values(drillCodes(behaviour)).filter((code) => code !== null);
      return `| ${behaviour.digits ?? ''} | ${behaviour.name} | ${codes.join(', ')} | ${behaviour.about} |`;
    });
    expect(readme.split('\n').filter((line) => /^\| (\d{3}| ?)\s*\|/.test(line))).toEqual(rows);
  });
});
