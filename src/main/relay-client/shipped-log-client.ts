import type { z } from 'zod';
import { ShopCounters } from '../../shared/wire/office.ts';
import {
  type CommittedSnapshot,
  type PostedBatch,
  ShippedBatches,
  ShippedLog,
  ShippedPart,
  ShippingRefused,
} from '../../shared/wire/shipped-log.ts';
import type { Transport, TransportOutcome } from '../base/system.ts';

/** `refused`: the relay is there and does not take it, for a reason of the log, or for another one (null), a wrong token say. */
export type ShippingAnswer<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'silent' }
  | { kind: 'refused'; reason: ShippingRefused['reason'] | null };

/** The sealed log of the counter's mailbox at the relay (docs/adr/0029-shipped-log.md). Every request may be repeated. */
export interface ShippedLogAtRelay {
  /** the mailbox's id, to which everything is sealed */
  readonly mailbox: string;
  read(): Promise<ShippingAnswer<ShippedLog>>;
  append(batch: PostedBatch, sealed: Uint8Array): Promise<ShippingAnswer<null>>;
  batchesAfter(after: number): Promise<ShippingAnswer<ShippedBatches>>;
  uploadPart(snapshot: string, index: number, sealed: Uint8Array): Promise<ShippingAnswer<null>>;
  readPart(snapshot: string, index: number): Promise<ShippingAnswer<Uint8Array>>;
  commitSnapshot(snapshot: CommittedSnapshot): Promise<ShippingAnswer<null>>;
}

const connectTimeoutMs = 10_000;
/** A slow line takes this long for two megabytes; the relay holds an office's request for a shorter time. */
const answerTimeoutMs = 60_000;
const maxAnswerBytes = 8 * 1024 * 1024;

/** @param options.url the relay's address, with or without a slash at its end */
export function createShippedLogClient(options: {
  transport: Transport;
  url: string;
  mailbox: string;
  token: string;
  /** ends what is under way */
  signal: AbortSignal;
}): ShippedLogAtRelay {
  const { transport, mailbox, token, signal } = options;
  const own = `${options.url.replace(/\/+$/, '')}/v1/mailboxes/${encodeURIComponent(mailbox)}`;
  const send = (
    path: string,
    query: Readonly<Record<string, string | number>> = {},
    body?: Uint8Array | object,
  ): Promise<TransportOutcome> => {
    const isBytes = body instanceof Uint8Array;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    return transport.exchange({
      method: body === undefined ? 'GET' : 'POST',
      url: `${own}/${path}?${search.toString()}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isBytes ? body : new TextEncoder().encode(JSON.stringify(body)) }),
      keepAlive: true,
      connectTimeoutMs,
      answerTimeoutMs,
      maxAnswerBytes,
      signal,
    });
  };
  const stored = (outcome: TransportOutcome): ShippingAnswer<null> =>
    outcome.kind === 'answered' && outcome.status === 200 ? { kind: 'answered', value: null } : refusalOf(outcome);
  return {
    mailbox,
    read: async () => answerOf(await send('log'), ShippedLog),
    append: async (batch, sealed) => stored(await send('log/append', batch, sealed)),
    batchesAfter: async (after) => answerOf(await send('log/batches', { after }), ShippedBatches),
    uploadPart: async (snapshot, index, sealed) =>
      stored(await send('snapshot/upload', { snapshot, part: index }, sealed)),
    readPart: async (snapshot, index) => partOf(await send('snapshot/part', { snapshot, part: index, raw: 1 })),
    commitSnapshot: async (snapshot) => stored(await send('snapshot/commit', {}, snapshot)),
  };
}

function answerOf<T>(outcome: TransportOutcome, schema: z.ZodType<T>): ShippingAnswer<T> {
  if (outcome.kind !== 'answered' || outcome.status !== 200) return refusalOf(outcome);
  const read = schema.safeParse(parsed(outcome.body));
  return read.success ? { kind: 'answered', value: read.data } : { kind: 'silent' };
}

/** A relay of before sends JSON, whatever it is asked for. */
function partOf(outcome: TransportOutcome): ShippingAnswer<Uint8Array> {
  const isRaw =
    outcome.kind === 'answered' &&
    outcome.status === 200 &&
    outcome.headers['content-type'] === 'application/octet-stream';
  if (isRaw) return { kind: 'answered', value: outcome.body };
  const answer = answerOf(outcome, ShippedPart);
  return answer.kind === 'answered' ? { kind: 'answered', value: Buffer.from(answer.value.sealed, 'base64') } : answer;
}

function refusalOf(
  outcome: TransportOutcome,
): { kind: 'silent' } | Extract<ShippingAnswer<never>, { kind: 'refused' }> {
  if (outcome.kind !== 'answered' || outcome.status >= 500 || outcome.status === 429) return { kind: 'silent' };
  return { kind: 'refused', reason: ShippingRefused.safeParse(parsed(outcome.body)).data?.reason ?? null };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** The sealed log of one counter, as an office reads it. Refused where the office's shop has no such counter. */
export type CounterLog = Pick<ShippedLogAtRelay, 'mailbox' | 'batchesAfter' | 'readPart'>;

/** What an office's mailbox reads of its shop at the relay (docs/adr/0031-office.md). Refused where the mailbox is no office. */
export interface OfficeAtRelay {
  /**
   * The counters, at once. Given the version that is known, the relay answers when they have changed, or after 25 s with the same.
   * @param revision null: none
   */
  counters(revision: string | null, signal: AbortSignal): Promise<ShippingAnswer<ShopCounters>>;
  logOf(counter: string, signal: AbortSignal): CounterLog;
}

/** @param options.url the relay's address, with or without a slash at its end */
export function createOfficeClient(options: {
  transport: Transport;
  url: string;
  mailbox: string;
  token: string;
}): OfficeAtRelay {
  const { transport, mailbox, token } = options;
  const own = `${options.url.replace(/\/+$/, '')}/v1/mailboxes/${encodeURIComponent(mailbox)}/shop`;
  const get = (path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) =>
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
    counters: async (revision, signal) =>
      answerOf(await get('counters', revision === null ? {} : { known: revision }, signal), ShopCounters),
    logOf: (counter, signal) => ({
      mailbox: counter,
      batchesAfter: async (after) =>
        answerOf(await get('log/batches', { counter, after: String(after) }, signal), ShippedBatches),
      readPart: async (snapshot, index) =>
        partOf(await get('snapshot/part', { counter, snapshot, part: String(index), raw: '1' }, signal)),
    }),
  };
}
