import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Ledger, ScheduledEvent } from './ledger.ts';
import type { Clock, Deliver, WebhookRequest } from './ports.ts';

type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;
type NewEvent = WithoutKey<ScheduledEvent>;
type ScheduledWebhook = Extract<ScheduledEvent, { kind: 'webhook' }>;

/** Future changes of the ledger and webhooks, each at its time. */
export type Scheduler = ReturnType<typeof openScheduler>;

/** The ledger's record of a webhook's body. */
const Sent = z.object({ status: z.string().catch(''), sn: z.string().catch('') });

/** Unreachable, 5xx or 429. Any other 4xx is a refusal. */
const isRetryable = (result: number | null): boolean => result === null || result >= 500 || result === 429;

export function openScheduler(options: {
  ledger: Ledger;
  clock: Clock;
  deliver: Deliver;
  /** the current key */
  secretKey: () => string;
  /** delays of redelivery in ms; empty: each webhook is sent once */
  redelivery: readonly number[];
  persist: () => Promise<void>;
}) {
  const { ledger, clock, deliver, secretKey, redelivery, persist } = options;
  const stop = new AbortController();
  const running = new Set<Promise<void>>();

  const remove = (scheduled: ScheduledEvent): void => {
    ledger.state.scheduled = ledger.state.scheduled.filter((one) => one !== scheduled);
  };

  const send = async (scheduled: ScheduledWebhook): Promise<void> => {
    const result = await deliver(webhookRequest(scheduled, secretKey()));
    if (stop.signal.aborted && result === null) return;
    remove(scheduled);
    const body = Sent.parse(JSON.parse(scheduled.body));
    ledger.find(scheduled.transaction_id)?.webhooks.push({
      at: ledger.moment(),
      ...body,
      signed: scheduled.signed,
      attempt: scheduled.attempt,
      result,
    });
    const wait = redelivery[scheduled.attempt - 1];
    if (wait !== undefined && isRetryable(result)) {
      add({ ...scheduled, due: clock.now() + wait, attempt: scheduled.attempt + 1 });
    }
  };

  const runEvent = async (scheduled: ScheduledEvent): Promise<void> => {
    const wait = scheduled.due - clock.now();
    if (wait > 0) await clock.sleep(wait, stop.signal);
    if (stop.signal.aborted) return;
    if (scheduled.kind === 'webhook') await send(scheduled);
    else {
      remove(scheduled);
      const entry = ledger.find(scheduled.transaction_id);
      if (entry) ledger.move(entry, scheduled.status, scheduled.sn);
    }
    await persist();
  };

  const start = (scheduled: ScheduledEvent): void => {
    const run = runEvent(scheduled).finally(() => running.delete(run));
    running.add(run);
  };

  function add(scheduled: NewEvent): void {
    ledger.state.lastKey += 1;
    const keyed = { ...scheduled, key: ledger.state.lastKey };
    ledger.state.scheduled.push(keyed);
    start(keyed);
  }

  for (const scheduled of [...ledger.state.scheduled].sort((a, b) => a.due - b.due || a.key - b.key)) start(scheduled);

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    add,
    /** resolves once nothing is scheduled */
    idle,
    /** stops at once; scheduled events stay in the state */
    async close(): Promise<void> {
      stop.abort();
      await idle();
    },
  };
}

/** Spec, Authentication: HMAC-SHA256 over the raw body, hexadecimal. */
export function signatureOf(body: Uint8Array, secretKey: string): string {
  return createHmac('sha256', secretKey).update(body).digest('hex');
}

/** Spec, Events: one webhook request. An unsigned one has the signature of another key. */
function webhookRequest(webhook: ScheduledWebhook, secretKey: string): WebhookRequest {
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
