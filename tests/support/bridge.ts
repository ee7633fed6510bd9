import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/bridge/cli/config.ts';
import { openBridge, openDatabase } from '../../src/bridge/open-bridge.ts';
import { systemClock } from '../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import { createProvider } from '../../src/main/provider/client.ts';
import { DigiflazzServer, digiflazzAccount } from './digiflazz-server.ts';
import { silentLog, startRelay } from './relay.ts';
import { folder } from './temporary-folder.ts';

/** A real bridge between a stand-in for Digiflazz and a real relay, all over HTTP on this machine. */
export async function startBridge({
  limit = 10_000_000,
  hasBills = true,
}: {
  limit?: number;
  hasBills?: boolean;
} = {}) {
  const relay = await startRelay();
  const digiflazz = new DigiflazzServer();
  digiflazz.hasBills = hasBills;
  const providerUrl = await digiflazz.listen();
  onTestFinished(digiflazz.close);
  const settings = {
    BRIDGE_PORT: '0',
    BRIDGE_RELAY_URL: relay.relay.url,
    BRIDGE_PROVIDER_URL: providerUrl,
    BRIDGE_DATABASE_URL: `sqlite:${join(await folder(), 'bridge.db')}`,
    BRIDGE_MASTER_KEY: randomBytes(32).toString('hex'),
    BRIDGE_METRICS_ADDRESS: '127.0.0.1:0',
  };
  const config = readConfig(settings);
  const beside = await openDatabase(config);
  await beside.counters.saveSecret('digiflazz', JSON.stringify(digiflazzAccount));
  let bridge = await openBridge(config, silentLog);
  onTestFinished(async () => {
    await bridge.close(0);
    await beside.engine.close();
  });
  /** A counter with a mailbox, and the client that a counter has. */
  const addCounter = async (name: string, dayLimit = limit) => {
    const { counter, token, key } = await beside.counters.create({
      name,
      dayLimit,
      mailbox: null,
      now: systemClock.now(),
    });
    const mailbox = await relay.relay.createMailbox({ name, secret: key });
    const headers = { authorization: `Bearer ${token}` };
    const callbackUrl = (ref: string): string => `${relay.relay.url}/hooks/${mailbox.mailbox}/${ref}`;
    const request = async (method: string, path: string, body?: object | string) => {
      const response = await fetch(`${bridge.url}/v1${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, json: await response.json() };
    };
    return {
      counter,
      ...mailbox,
      key,
      headers,
      callbackUrl,
      request,
      /** as src/main speaks to any payment service */
      provider: () =>
        createProvider({
          transport: createNodeTransport(),
          clock: systemClock,
          baseUrl: `${bridge.url}/v1`,
          headers,
          connectTimeoutMs: 2_000,
          answerTimeoutMs: 10_000,
          refusalCodes: [200, 400, 401, 403, 404, 422],
        }),
      /** the bodies that its mailbox has */
      results: async (): Promise<Array<{ ref: string | null; body: Record<string, unknown> }>> => {
        const response = await fetch(`${relay.relay.url}/v1/mailboxes/${mailbox.mailbox}/events`, {
          headers: { authorization: `Bearer ${mailbox.token}` },
        });
        const { events } = await response.json();
        return events.map(({ ref, body }: { ref: string | null; body: string }) => ({ ref, body: JSON.parse(body) }));
      },
    };
  };
  return {
    relay,
    digiflazz,
    beside,
    addCounter,
    url: (): string => bridge.url,
    metricsUrl: (): string => bridge.metricsUrl ?? '',
    /** A webhook of the provider. Answers the HTTP status. */
    webhook: async ({
      body,
      headers,
    }: {
      body: Uint8Array | string;
      headers?: Record<string, string>;
    }): Promise<number> =>
      (
        await fetch(`${bridge.url}/hooks/digiflazz`, {
          method: 'POST',
          body: Buffer.from(body),
          headers: headers ?? {},
        })
      ).status,
    /** Starts it again, with other settings where there are any. */
    restart: async (change: Record<string, string> = {}): Promise<void> => {
      await bridge.close(0);
      bridge = await openBridge(readConfig({ ...settings, ...change }), silentLog);
    },
  };
}
