/** The simulator's time; tests use a virtual clock. */
export interface Clock {
  /** milliseconds since 1970, UTC */
  now(): number;
  /** Resolves after that many milliseconds, or when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Sends one webhook. Resolves to the HTTP status, or null without an answer; never rejects. */
export type Deliver = (request: WebhookRequest) => Promise<number | null>;

/** One request from a host; header names in any case. */
export interface SimulatedRequest {
  method: string;
  /** from the root, as "/v1/order" or "/ledger"; a query is ignored */
  path: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
}

/** The host's action `afterMs` after the request. The core itself never waits. */
export type SimulatedAnswer =
  | { kind: 'answer'; status: number; headers: Record<string, string>; body: Uint8Array; afterMs: number }
  /** The connection ends without a byte: before the provider acted, or after. */
  | { kind: 'drop'; when: 'before' | 'after'; afterMs: number }
  /** Status, headers and the first bytes, fewer than content-length promises; then the connection ends. */
  | { kind: 'half'; status: number; headers: Record<string, string>; body: Uint8Array; afterMs: number };

const encoder = new TextEncoder();

export function textAnswer(status: number, headers: Record<string, string>, text: string, afterMs = 0) {
  const body = encoder.encode(text);
  return {
    kind: 'answer' as const,
    status,
    headers: { ...headers, 'content-length': String(body.length) },
    body,
    afterMs,
  };
}

export function jsonAnswer(status: number, value: unknown, afterMs = 0) {
  return textAnswer(status, { 'content-type': 'application/json' }, JSON.stringify(value), afterMs);
}

/** Spec, Envelope. */
export const success = (data: unknown) => ({ status: 'success', message: 'OK', data });

/** An envelope of a refusal. The interface does not show one. */
export const refusal = (message: string) => ({ status: 'error', message, data: {} });
