/** Why a webhook was not taken. */
export type Refusal = 'empty' | 'unsigned' | 'not_json';

/** What the relay counted since it started, for /metrics. */
export interface Counts {
  /** answered 200 */
  taken: number;
  /** of those, redeliveries that were kept already */
  redelivered: number;
  refused: Record<Refusal, number>;
  /** answered 500 because they could not be kept */
  notKept: number;
  commits: number;
  /** webhooks handed to pollers; one read again counts again */
  delivered: number;
}

export const newCounts = (): Counts => ({
  taken: 0,
  redelivered: 0,
  refused: { empty: 0, unsigned: 0, not_json: 0 },
  notKept: 0,
  commits: 0,
  delivered: 0,
});
