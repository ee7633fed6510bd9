import { defaultRefusalWords, statusWord } from '../../shared/domain/refusal-words.ts';
import type { Clock } from '../ports/clock.ts';
import type { Provider } from '../ports/provider.ts';
import type { Transport } from '../ports/transport.ts';
import { askAgain } from './ask-again.ts';
import { askOnce } from './ask-once.ts';
import { inquiryQuestion } from './inquiry.ts';
import { orderQuestion } from './order.ts';
import { payQuestion } from './pay.ts';
import { productQuestion } from './product.ts';

export interface ProviderOptions {
  transport: Transport;
  clock: Clock;
  /** {base_url} of the interface; ends in /v1 */
  baseUrl: string;
  /** what the provider wants beside the interface, which shows no scheme of authorisation */
  headers: Readonly<Record<string, string>>;
  connectTimeoutMs: number;
  answerTimeoutMs: number;
  maxAnswerBytes?: number;
  /** an answer to an order or a payment is still read for so long after the time is up; left out, it is not */
  lateAnswerMs?: number;
  /** ends what is still being read when the client is given up */
  signal?: AbortSignal;
  /** HTTP codes whose readable refusal is believed */
  refusalCodes: readonly number[];
  /** words of an envelope's status that are believed as a refusal of an order or a payment; left out, the usual ones */
  refusalWords?: readonly string[];
}

const lookupPausesMs = [250, 1000];
const inquiryPausesMs = [250];

/** The client of the payment service (docs/adr/0003-life-of-a-sale.md says what each outcome means for the money). */
export function createProvider({ maxAnswerBytes = 1024 * 1024, ...options }: ProviderOptions): Provider {
  const line = {
    transport: options.transport,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    headers: options.headers,
    connectTimeoutMs: options.connectTimeoutMs,
    answerTimeoutMs: options.answerTimeoutMs,
    lateAnswerMs: options.lateAnswerMs ?? 0,
    maxAnswerBytes,
    ...(options.signal ? { signal: options.signal } : {}),
    refusals: {
      codes: new Set(options.refusalCodes),
      words: new Set((options.refusalWords ?? defaultRefusalWords).map(statusWord)),
    },
  };
  const again = { line, clock: options.clock };
  return {
    product: (productCode) => askAgain(again, productQuestion(productCode), lookupPausesMs, () => true),
    inquiry: (ask) =>
      askAgain(again, inquiryQuestion(ask), inquiryPausesMs, (outcome) => outcome.kind === 'never_sent'),
    pay: (ask) => askOnce(line, payQuestion(ask)),
    order: (ask) => askOnce(line, orderQuestion(ask)),
  };
}
