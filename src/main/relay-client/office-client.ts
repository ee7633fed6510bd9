import { ShopCounters } from '../../shared/wire/office.ts';
import { ShippedBatches, ShippedPart } from '../../shared/wire/shipped-log.ts';
import type { Transport } from '../base/system.ts';
import { answerOf, partOf, type ShippedLogAtRelay, type ShippingAnswer } from './shipped-log-client.ts';

/** The sealed log of one counter, as an office reads it. Refused where the office's shop has no such counter. */
export type CounterLog = Pick<ShippedLogAtRelay, 'mailbox' | 'batchesAfter' | 'readPart'>;

/** What an office's mailbox reads of its shop at the relay (docs/adr/0031-office.md). Refused where the mailbox is no office. */
export interface OfficeAtRelay {
  /**
   * The counters, at once. Given the version that is known, the relay answers when they have changed, or after 25 s with the same.
   * @param known null: none
   */
  counters(known: string | null, signal: AbortSignal): Promise<ShippingAnswer<ShopCounters>>;
  logOf(counter: string, signal: AbortSignal): CounterLog;
}

const connectTimeoutMs = 10_000;
/** Longer than the relay holds a request, and than a slow line takes for two megabytes. */
const answerTimeoutMs = 60_000;
const maxAnswerBytes = 8 * 1024 * 1024;

/** @param options.url the relay's address, with or without a slash at its end */
export function createOfficeClient(options: {
  transport: Transport;
  url: string;
  mailbox: string;
  token: string;
}): OfficeAtRelay {
  const { transport, mailbox, token } = options;
  const own = `${options.url.replace(/\/+$/, '')}/v1/mailboxes/${encodeURIComponent(mailbox)}/shop`;
  const ask = (path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) =>
    transport.exchange({
      method: 'GET',
      url: `${own}/${path}?${new URLSearchParams(query).toString()}`,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      keepAlive: true,
      connectTimeoutMs,
      answerTimeoutMs,
      maxAnswerBytes,
      signal,
    });
  return {
    counters: async (known, signal) =>
      answerOf(await ask('counters', known === null ? {} : { known }, signal), ShopCounters),
    logOf: (counter, signal) => ({
      mailbox: counter,
      batchesAfter: async (after) =>
        answerOf(await ask('log/batches', { counter, after: String(after) }, signal), ShippedBatches),
      readPart: async (snapshot, part) =>
        partOf(answerOf(await ask('snapshot/part', { counter, snapshot, part: String(part) }, signal), ShippedPart)),
    }),
  };
}
