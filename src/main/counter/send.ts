import type { Transaction } from '../../shared/domain/transaction.ts';
import type { NewEvent } from '../ports/journal.ts';
import type { ProviderOutcome } from '../ports/provider.ts';
import { type Amendment, amend } from './amend.ts';
import { type News, weigh } from './news.ts';
import type { CounterPorts } from './ports.ts';
import { timestamp } from './sale.ts';

type Bodies = NewEvent['bodies'];

/**
 * Writes down what came of the one request that was sent for a sale, and gives the sale as it then stands. A webhook may
 * have settled it meanwhile: then the answer is weighed against that.
 * @param sale as it was committed in `sending`, before the first byte left
 * @param read what an answer says, in the words of a sale
 */
export async function recordOutcome<T>(
  ports: CounterPorts,
  sale: Transaction,
  outcome: ProviderOutcome<T>,
  read: (value: T, faulty: boolean) => News,
): Promise<Transaction> {
  const settled = await amend(ports, sale.id, async (now) => {
    const at = timestamp(ports);
    const bodies: Bodies = [
      { role: 'request', bytes: outcome.sent },
      ...('answer' in outcome && outcome.answer ? [{ role: 'answer' as const, bytes: outcome.answer }] : []),
    ];
    switch (outcome.kind) {
      case 'never_sent':
        return { ...neverSent(now), event: event('sale.never_sent', { reason: outcome.reason }, bodies) };
      case 'unclear':
        return {
          changes: now.state === 'sending' ? { state: 'unknown' } : {},
          event: event(
            'sale.answer_lost',
            { reason: outcome.reason, status: outcome.status, faults: outcome.faults.map((fault) => fault.path) },
            bodies,
          ),
        };
      case 'refused':
        return weighed(ports, now, refusal(outcome.message), at, (changes) => ({
          changes,
          event: event('sale.refused', { status: outcome.status }, bodies),
        }));
      case 'answered':
        return weighed(ports, now, read(outcome.value, outcome.faults.length > 0), at, (changes) => ({
          changes,
          event: event('sale.answered', { faults: outcome.faults.map((fault) => fault.path) }, bodies),
        }));
    }
  });
  return settled ?? sale;
}

function event(type: NewEvent['type'], data: NewEvent['data'], bodies: Bodies): Omit<NewEvent, 'at'> {
  return { type, actor: 'provider', data, bodies };
}

/** A bill may be paid again, an order is over; a webhook about what never left contradicts us. */
function neverSent(now: Transaction): Pick<Amendment, 'changes'> {
  if (now.state !== 'sending') return { changes: { state: 'disputed', settledAt: null } };
  if (now.kind === 'prepaid') return { changes: { state: 'unsent' } };
  return { changes: { state: 'inquired', tendered: null, change: null, sentAt: null } };
}

function refusal(message: string): News {
  return {
    from: 'answer',
    status: 'failed',
    transactionId: null,
    sn: null,
    message,
    price: null,
    refused: true,
    flags: [],
  };
}

async function weighed(
  ports: CounterPorts,
  now: Transaction,
  news: News,
  at: string,
  amendment: (changes: Partial<Transaction>) => Amendment,
): Promise<Amendment> {
  const holder = news.transactionId === null ? null : await ports.journal.findByTransactionId(news.transactionId);
  if (holder && holder.id !== now.id) {
    // Two sales with one provider's id: nobody can say which of them happened (design: disputed, never an error).
    return amendment({ state: 'disputed', settledAt: null });
  }
  return amendment(weigh(now, news, at).changes);
}
