export type Counters = ReturnType<typeof newCounters>;

/** Counted since the start; the help texts of the metrics say what each counts. */
export const newCounters = () => ({
  accepted: 0,
  redelivered: 0,
  overVariantLimit: 0,
  /** webhooks, by reason; the last two by HTTP */
  refused: { empty: 0, unverified: 0, not_json: 0, too_many: 0, compressed: 0, too_large: 0 },
  notStored: 0,
  /** posted claims, by what became of them */
  claims: { recorded: 0, in_flight: 0, stale: 0 },
  delivered: 0,
  pruned: 0,
  rateLimited: 0,
  connectionsClosed: 0,
  bodiesAborted: 0,
});

/** Measurements beside the counters. */
export interface Histograms {
  /** a durable commit of that many webhooks */
  committed(webhooks: number): void;
  /** a webhook was delivered that many milliseconds after its receipt */
  delivered(lagMs: number): void;
}
