import { amend } from './amend.ts';
import type { CounterPorts } from './ports.ts';
import { recordMailboxChange } from './relay-gap.ts';
import { hearAllAgain } from './webhook/hear-again.ts';

/**
 * At the start: a sale found in `sending` was being sent when the program ended, and nobody heard the answer. It may have
 * reached the provider, so it is unknown; a webhook or a person settles it. One whose answer was the last thing written may
 * have webhooks that were put aside before that answer: they are heard again.
 * @returns how many were found in `sending`
 */
export async function recover(ports: CounterPorts): Promise<number> {
  const found = await ports.journal.foundSending();
  for (const sale of found) {
    await amend(ports, sale.id, (now) =>
      now.state === 'sending'
        ? { changes: { state: 'unknown' }, event: { type: 'sale.recovered', actor: 'system', data: {}, bodies: [] } }
        : null,
    );
  }
  await hearAllAgain(ports);
  await recordMailboxChange(ports);
  return found.length;
}
