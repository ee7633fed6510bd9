import { amend } from './amend.ts';
import type { CounterPorts } from './ports.ts';

/**
 * At the start: a sale found in `sending` was being sent when the program ended, and nobody heard the answer. It may have
 * reached the provider, so it is unknown; a webhook or a person settles it.
 * @returns how many there were
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
  return found.length;
}
