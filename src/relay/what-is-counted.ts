import type { Connections } from './connections.ts';
import type { Relay } from './core/relay.ts';
import type { Metrics } from './metrics.ts';
import type { Tally } from './tally.ts';
import type { Uploads } from './uploads.ts';

/** Everything that /metrics shows beside the histograms. */
export function showCounts(
  metrics: Metrics,
  counted: { counts: Relay['counts']; tally: Tally; connections: Connections; uploads: Uploads },
): void {
  const { counts, tally, connections, uploads } = counted;
  const { count, countByReason, gauge } = metrics;
  count('relay_webhooks_accepted_total', 'Webhooks answered 200.', () => counts().taken);
  count('relay_webhooks_redelivered_total', 'Accepted webhooks that were kept already.', () => counts().redelivered);
  countByReason('relay_webhooks_refused_total', 'Webhooks refused, by reason.', () => ({
    ...counts().refused,
    compressed: tally.compressed,
    too_large: tally.tooLarge,
  }));
  count(
    'relay_webhooks_multiplied_total',
    'Accepted webhooks that were not kept: their signed body had come with 32 refs or event names.',
    () => counts().multiplied,
  );
  count('relay_webhooks_failed_total', 'Webhooks answered 500.', () => counts().notKept);
  count('relay_webhooks_dropped_total', 'Webhooks dropped because they were too old.', () => counts().dropped);
  count('relay_events_delivered_total', 'Events handed to pollers, repeats included.', () => counts().delivered);
  count('relay_limited_total', 'Answers 429 to what showed no right signature or token.', () => tally.limited);
  count(
    'relay_connections_cut_total',
    'Connections refused or cut off for their number or their requests.',
    connections.cuts,
  );
  count('relay_uploads_cut_total', 'Bodies cut off because too many were under way.', uploads.cuts);
  gauge('relay_held_polls', 'Long polls waiting now.', () => counts().heldPolls);
  gauge('relay_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
}
