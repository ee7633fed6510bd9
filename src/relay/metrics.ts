import type { Relay } from './core/relay.ts';

function lines(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: ReadonlyArray<[string, number]>,
): string {
  const values = samples.map(([labels, value]) => `${name}${labels} ${value}`).join('\n');
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values}\n`;
}

/** Counts since the start, in the Prometheus text format. */
export function metricsText(counts: ReturnType<Relay['counts']>): string {
  const refused = Object.entries(counts.refused).map(([why, count]): [string, number] => [`{reason="${why}"}`, count]);
  return [
    lines('relay_webhooks_accepted_total', 'counter', 'Webhooks answered 200.', [['', counts.taken]]),
    lines('relay_webhooks_redelivered_total', 'counter', 'Accepted webhooks that were kept already.', [
      ['', counts.redelivered],
    ]),
    lines('relay_webhooks_refused_total', 'counter', 'Webhooks refused, by reason.', refused),
    lines('relay_webhooks_failed_total', 'counter', 'Webhooks answered 500.', [['', counts.notKept]]),
    lines('relay_commits_total', 'counter', 'Durable commits; accepted / commits is the mean batch.', [
      ['', counts.commits],
    ]),
    lines('relay_events_delivered_total', 'counter', 'Events handed to pollers, repeats included.', [
      ['', counts.delivered],
    ]),
    lines('relay_held_polls', 'gauge', 'Long polls waiting now.', [['', counts.heldPolls]]),
  ].join('');
}
