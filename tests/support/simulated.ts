import type { SimulatedAnswer, WebhookRequest } from '../../src/simulator/core/ports.ts';
import { createSimulator, type SimulatorOptions } from '../../src/simulator/core/simulator.ts';
import { virtualClock } from './fake-system.ts';

const decoder = new TextDecoder();

/** Whatever JSON.parse makes: tests look into it and fail where it is not what they expect. */
type Json = ReturnType<typeof JSON.parse>;

const jsonOf = (bytes: Uint8Array): Json => JSON.parse(decoder.decode(bytes));

/** What an answer carries, for those that carry anything. */
export function answered(answer: SimulatedAnswer): { status: number; json: Json } {
  if (answer.kind !== 'answer') throw new Error(`no answer but ${answer.kind}`);
  return { status: answer.status, json: jsonOf(answer.body) };
}

/** A simulator on a virtual clock, the webhooks it sent, and its endpoints as calls. */
export function simulated(options: Partial<SimulatorOptions> & { receiver?: () => number | null } = {}) {
  const { receiver = () => 200, ...rest } = options;
  const clock = virtualClock();
  const sent: { at: number; request: WebhookRequest; json: Json }[] = [];
  const simulator = createSimulator({
    seed: 'test',
    clock,
    secretKey: 'practice-key',
    deliver: async (request) => {
      sent.push({ at: (rest.clock ?? clock).now(), request, json: jsonOf(request.body) });
      return receiver();
    },
    ...rest,
  });
  const send = (method: string, path: string, body?: unknown, type = 'application/json') =>
    simulator.handle({
      method,
      path,
      headers: { 'Content-Type': type },
      body: new TextEncoder().encode(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)),
    });
  return {
    simulator,
    clock,
    sent,
    send,
    product: (code: string) => send('GET', `/v1/product/${code}`),
    order: (customer_no: string, product_code = 'TSEL10') =>
      send('POST', '/v1/order', { product_code, customer_no, callback_url: 'https://hooks.example/m/ref-1' }),
    inquiry: (customer_no: string, product_code = 'PLNPOST') =>
      send('POST', '/v1/billing/inquiry', { product_code, customer_no }),
    pay: (transaction_id: string, customer_no: string, product_code = 'PLNPOST') =>
      send('POST', '/v1/billing/pay', { transaction_id, product_code, customer_no }),
  };
}
