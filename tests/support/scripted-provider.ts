import { systemClock } from '../../src/main/base/system/node-system.ts';
import type { TransportOutcome, TransportRequest } from '../../src/main/base/system.ts';
import { createProvider, type ProviderOptions } from '../../src/main/provider/client.ts';

/** What a transport is told to come back with: an outcome, or a body to answer with. */
export type Scripted = TransportOutcome | { status?: number; json?: unknown; text?: string; bytes?: Uint8Array };

/** A provider client on a transport that plays a script and keeps what was asked; the last entry is played on and on. */
export const scriptedProvider = (...script: Scripted[]) => scriptedWith({}, ...script);

export function scriptedWith(options: Partial<ProviderOptions>, ...script: Scripted[]) {
  const asked: TransportRequest[] = [];
  const slept: number[] = [];
  const provider = createProvider({
    transport: {
      exchange: async (request) => {
        const next = script[Math.min(asked.length, script.length - 1)]!;
        asked.push(request);
        return 'kind' in next ? next : answered(next);
      },
    },
    clock: {
      ...systemClock,
      now: () => 0,
      monotonic: () => 0,
      sleep: async (ms) => {
        slept.push(ms);
      },
    },
    baseUrl: 'https://provider.example/v1/',
    headers: { 'X-Shop': 'abc' },
    connectTimeoutMs: 1000,
    answerTimeoutMs: 2000,
    refusalCodes: [200, 400, 401, 403, 404, 422],
    ...options,
  });
  return { provider, asked, slept };
}

function answered({ status = 200, json, text, bytes }: Exclude<Scripted, TransportOutcome>): TransportOutcome {
  const body = bytes ?? new TextEncoder().encode(text ?? JSON.stringify(json));
  return { kind: 'answered', status, headers: {}, body };
}

export const bodyOf = (request: TransportRequest | undefined): unknown =>
  JSON.parse(new TextDecoder().decode(request?.body));

export const orderAsk = {
  productCode: 'TSEL10',
  customerNo: '081234567890',
  callbackUrl: 'https://relay.example/hooks/m/0198',
};
export const payAsk = { transactionId: 'B-1', productCode: 'PLNPOST', customerNo: '530000000001' };
export const inquiryAsk = { productCode: 'PLNPOST', customerNo: '530000000001' };
