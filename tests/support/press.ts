import { createNodeTransport, type NodeTransportOptions } from '../../src/main/base/system/http-transport.ts';
import { systemClock } from '../../src/main/base/system/node-system.ts';
import { createProvider } from '../../src/main/provider/client.ts';
import { orderAsk } from './scripted-provider.ts';

interface Press extends NodeTransportOptions {
  connectTimeoutMs?: number;
  answerTimeoutMs?: number;
  maxAnswerBytes?: number;
}

/** Presses "order" once, on the real client over real sockets. */
export function press(origin: string, { connectTimeoutMs, answerTimeoutMs, maxAnswerBytes, ...options }: Press = {}) {
  const provider = createProvider({
    transport: createNodeTransport(options),
    clock: { ...systemClock, now: () => 0, monotonic: () => 0, sleep: async () => {} },
    baseUrl: `${origin}/v1`,
    headers: {},
    connectTimeoutMs: connectTimeoutMs ?? 3000,
    answerTimeoutMs: answerTimeoutMs ?? 3000,
    maxAnswerBytes: maxAnswerBytes ?? 65_536,
    refusalCodes: [200, 400, 401, 403, 404, 422],
  });
  return provider.order(orderAsk);
}
