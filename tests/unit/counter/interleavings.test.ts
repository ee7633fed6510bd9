import { expect, it } from 'vitest';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { createSalesService } from '../../../src/main/sales/sales-service.ts';
import type { TransactionState } from '../../../src/shared/domain/transaction.ts';
import {
  type Choose,
  counterWorld,
  createRace,
  deliverWebhook,
  everyOrder,
  held,
  lost,
  neverSent,
  refusal,
  type Said,
} from '../../support/counter-world.ts';
import { aJournal } from '../../support/database-files.ts';
import { envelope, orderData } from '../../support/provider-answers.ts';

type Told = 'pending' | 'success' | 'failed';
interface Answer {
  name: string;
  said: (transactionId: string) => Said;
  tells: Told | 'nothing' | 'never sent';
}

const answering = (status: Told): Answer => ({
  name: status,
  said: (transaction_id) => ({ json: envelope(orderData({ transaction_id, status })) }),
  tells: status,
});

const answers: Answer[] = [
  answering('pending'),
  answering('success'),
  answering('failed'),
  { name: 'refused', said: () => refusal, tells: 'failed' },
  { name: 'lost', said: () => lost, tells: 'nothing' },
  { name: 'never sent', said: () => neverSent, tells: 'never sent' },
];

const webhooks: Told[][] = [
  ['success'],
  ['failed'],
  ['pending'],
  ['pending', 'success'],
  ['success', 'pending'],
  ['success', 'success'],
  ['success', 'failed'],
  ['failed', 'success'],
];

/** What may be right follows from what was said alone, in whatever order it was written down. */
function rightStates(answer: Answer, heard: readonly Told[]): TransactionState[] {
  if (answer.tells === 'never sent') return ['disputed'];
  const finals = new Set([...heard, answer.tells].filter((told) => told === 'success' || told === 'failed'));
  // A refusal after "pending" waits for the webhook's final, one before it is contradicted: either way it is no failure.
  const takenAfterAll = answer.name === 'refused' && heard[0] === 'pending';
  if (takenAfterAll) return [heard.includes('success') ? 'success' : 'pending', 'disputed'];
  const [final] = finals;
  return finals.size === 2 ? ['disputed'] : [final ?? 'pending'];
}

let sales = 0;

/** One order, whose answer and webhooks are written down in the chosen order. */
async function sell(journal: ShopDatabase, answer: Answer, heard: readonly Told[], choose: Choose) {
  sales += 1;
  const [customerNo, transactionId] = [`0812${String(sales).padStart(8, '0')}`, `T-${sales}`];
  const race = createRace(journal);
  const world = await counterWorld({ journal: race.of('answer'), seed: `race ${sales}` });
  const said = held<Said>();
  world.say('order', () => said.promise);
  const ordering = world.order({ customerNo });
  while (world.times('order') === 0) await new Promise((resolve) => setImmediate(resolve));
  const id = (await journal.foundSending()).at(-1)?.id ?? '';

  const kept: string[] = [];
  const listening = createSalesService({ ...world.ports, journal: noting(race.of('webhooks'), kept) });
  const listen = async (): Promise<void> => {
    for (const [n, status] of heard.entries()) {
      const sn = status === 'success' ? 'SN-1' : '';
      const fields = { transaction_id: transactionId, customer_no: customerNo, status, sn, message: `no. ${n}` };
      await deliverWebhook(listening, fields, { ref: id, cursor: `${transactionId}/${n}` });
    }
  };
  const answered = (): Promise<unknown> => {
    said.release(answer.said(transactionId));
    return ordering;
  };
  await race.run([answered, listen], choose);
  return { sale: await world.stored(id), events: await world.events(id), kept, cursor: await world.cursor() };
}

/** Keeps the places in the mailbox that were committed in one with a webhook. */
function noting(journal: ShopDatabase, kept: string[]): ShopDatabase {
  return {
    ...journal,
    async commit(change) {
      const outcome = await journal.commit(change);
      const withWebhook = change.event.bodies.some(({ role }) => role === 'webhook');
      const place = change.cursor?.cursor ?? null;
      if (outcome.kind === 'committed' && withWebhook && place !== null) kept.push(place);
      return outcome;
    },
  };
}

const cases = answers.flatMap((answer) =>
  webhooks.map((heard) => ({ answer, heard, name: `${answer.name} beside ${heard.join(', ')}` })),
);

it.each(cases)('an answer that is $name ends right in every order of the commits', async ({ answer, heard }) => {
  const journal = await aJournal();
  const right = rightStates(answer, heard);
  const saidSuccess = heard.includes('success');
  const orders = await everyOrder(async (choose) => {
    const { sale, events, kept, cursor } = await sell(journal, answer, heard, choose);
    expect(right).toContain(sale.state);
    expect(sale.state === 'success' && saidSuccess ? sale.sn : 'SN-1').toBe('SN-1');
    expect(events.filter((type) => type.startsWith('webhook.'))).toHaveLength(heard.length);
    expect(kept).toHaveLength(heard.length);
    expect(cursor).toBe(kept.at(-1));
  });
  expect(orders).toBeGreaterThanOrEqual(10);
});
