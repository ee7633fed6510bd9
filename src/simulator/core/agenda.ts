import { createHmac } from 'node:crypto';
import type { Book } from './book.ts';
import type { Clock, Deliver, WebhookRequest } from './ports.ts';
import type { Coming } from './state.ts';

type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;
export type NewComing = WithoutKey<Coming>;

/** What is still to happen: changes in the book and webhooks, each at its time. */
export interface Agenda {
  add(coming: NewComing): void;
  /** once nothing is left to come */
  idle(): Promise<void>;
  /** stops at once; what has not happened stays in the state */
  close(): Promise<void>;
}

interface AgendaOptions {
  book: Book;
  clock: Clock;
  deliver: Deliver;
  /** the key of this moment */
  secretKey: () => string;
  /** waits before a webhook that was not taken is sent again, milliseconds; empty: sent once */
  redelivery: readonly number[];
  persist: () => Promise<void>;
}

/** Unreachable, 5xx or told to wait. A receiver that says 4xx has understood and refused. */
const worthAnotherTry = (result: number | null): boolean => result === null || result >= 500 || result === 429;

export function openAgenda({ book, clock, deliver, secretKey, redelivery, persist }: AgendaOptions): Agenda {
  const stop = new AbortController();
  const running = new Set<Promise<void>>();

  const forget = (coming: Coming): void => {
    book.state.coming = book.state.coming.filter((one) => one !== coming);
  };

  const send = async (coming: Extract<Coming, { kind: 'webhook' }>): Promise<void> => {
    const result = await deliver(webhookRequest(coming, secretKey()));
    if (stop.signal.aborted && result === null) return;
    forget(coming);
    const said: unknown = JSON.parse(coming.body);
    book.find(coming.transaction_id)?.webhooks.push({
      at: book.moment(),
      status: field(said, 'status'),
      sn: field(said, 'sn'),
      signed: coming.signed,
      attempt: coming.attempt,
      result,
    });
    const wait = redelivery[coming.attempt - 1];
    if (wait !== undefined && worthAnotherTry(result)) {
      add({ ...coming, due: clock.now() + wait, attempt: coming.attempt + 1 });
    }
  };

  const happen = async (coming: Coming): Promise<void> => {
    const wait = coming.due - clock.now();
    if (wait > 0) await clock.sleep(wait, stop.signal);
    if (stop.signal.aborted) return;
    if (coming.kind === 'webhook') await send(coming);
    else {
      forget(coming);
      const entry = book.find(coming.transaction_id);
      if (entry) book.move(entry, coming.status, coming.sn);
    }
    await persist();
  };

  const start = (coming: Coming): void => {
    const run = happen(coming).finally(() => running.delete(run));
    running.add(run);
  };

  function add(coming: NewComing): void {
    book.state.lastKey += 1;
    const keyed = { ...coming, key: book.state.lastKey };
    book.state.coming.push(keyed);
    start(keyed);
  }

  for (const coming of [...book.state.coming].sort((a, b) => a.due - b.due || a.key - b.key)) start(coming);

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    add,
    idle,
    async close() {
      stop.abort();
      await idle();
    },
  };
}

function field(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === 'string' ? found : '';
}

type ComingWebhook = Extract<Coming, { kind: 'webhook' }>;

/** Spec, Authentication: HMAC-SHA256 over the raw body, hexadecimal. */
export function signatureOf(body: Uint8Array, secretKey: string): string {
  return createHmac('sha256', secretKey).update(body).digest('hex');
}

/** Spec, Events: one webhook as it goes out. An unsigned one carries the signature of another key. */
function webhookRequest(webhook: ComingWebhook, secretKey: string): WebhookRequest {
  const body = new TextEncoder().encode(webhook.body);
  return {
    url: webhook.url,
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Event': webhook.event,
      'X-Service-Signature': signatureOf(body, webhook.signed ? secretKey : `not ${secretKey}`),
    },
    body,
  };
}
