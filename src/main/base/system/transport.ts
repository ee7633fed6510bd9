/** One HTTP exchange over a connection of its own: sent once, never redirected, never repeated. */
export interface Transport {
  /** Never rejects for what networks do: every outcome is a value. */
  exchange(request: TransportRequest): Promise<TransportOutcome>;
}

export interface TransportRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** until the connection stands (with TLS: until it is secured) */
  connectTimeoutMs: number;
  /** from then until the last byte of the answer */
  answerTimeoutMs: number;
  /** so much longer the answer is still read once answerTimeoutMs is over; left out, it is not */
  lateAnswerMs?: number;
  maxAnswerBytes: number;
  /** ends a long poll; after the connection stands this is `lost`, not `never_sent` */
  signal?: AbortSignal;
}

export type TransportOutcome =
  /** The connection was never made: not one byte of the request can have arrived. */
  | { kind: 'never_sent'; reason: string }
  /** The connection stood, and no whole answer came back: the other side may have acted. */
  /** `late`: the time is up and the answer is still being read; it resolves with what comes, and never rejects */
  | { kind: 'lost'; reason: string; late?: Promise<TransportOutcome> }
  | { kind: 'answered'; status: number; headers: Readonly<Record<string, string>>; body: Uint8Array };
