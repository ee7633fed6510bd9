/** Why a webhook was not taken. */
export type Refusal = 'empty' | 'unsigned' | 'not_json' | 'too_many';

/** What the relay counted since it started, for /metrics. */
export interface Counts {
  /** answered 200 */
  taken: number;
  /** of those, redeliveries that were kept already */
  redelivered: number;
  refused: Record<Refusal, number>;
  /** answered 200 and not kept, since their signed body has as many variants as it may have */
  multiplied: number;
  /** answered 500 because they could not be kept */
  notKept: number;
  /** webhooks handed to pollers; one read again counts again */
  delivered: number;
  /** too old, and gone */
  dropped: number;
}

export const newCounts = (): Counts => ({
  taken: 0,
  redelivered: 0,
  refused: { empty: 0, unsigned: 0, not_json: 0, too_many: 0 },
  multiplied: 0,
  notKept: 0,
  delivered: 0,
  dropped: 0,
});

/** Told of what is measured rather than counted. */
export interface Gauges {
  /** a durable commit of so many webhooks */
  committed(webhooks: number): void;
  /** a webhook was handed to a poller so many milliseconds after it was received */
  delivered(lagMs: number): void;
}
