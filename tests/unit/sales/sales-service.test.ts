import { describe, expect, it, test } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import type { ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
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
  type Reply,
  refusal,
} from '../../support/counter-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { envelope, orderData } from '../../support/provider-answers.ts';

describe('answer and webhook in every order of the commits', () => {
  type ReportedState = 'pending' | 'success' | 'failed';
  interface Answer {
    name: string;
    reply: (transactionId: string) => Reply;
    reports: ReportedState | 'nothing' | 'never sent';
  }

  const answering = (status: ReportedState): Answer => ({
    name: status,
    reply: (transaction_id) => ({ json: envelope(orderData({ transaction_id, status })) }),
    reports: status,
  });

  const answers: Answer[] = [
    answering('pending'),
    answering('success'),
    answering('failed'),
    { name: 'refused', reply: () => refusal, reports: 'failed' },
    { name: 'lost', reply: () => lost, reports: 'nothing' },
    { name: 'never sent', reply: () => neverSent, reports: 'never sent' },
  ];

  const webhookOrders: ReportedState[][] = [
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
  function rightStates(answer: Answer, webhooks: readonly ReportedState[]): TransactionState[] {
    if (answer.reports === 'never sent') return ['disputed'];
    const finals = new Set([...webhooks, answer.reports].filter((state) => state === 'success' || state === 'failed'));
    // A refusal after "pending" waits for the webhook's final, one before it is contradicted: either way it is no failure.
    const takenAfterAll = answer.name === 'refused' && webhooks[0] === 'pending';
    if (takenAfterAll) return [webhooks.includes('success') ? 'success' : 'pending', 'disputed'];
    const [final] = finals;
    return finals.size === 2 ? ['disputed'] : [final ?? 'pending'];
  }

  let sales = 0;

  /** One order, whose answer and webhooks are written down in the chosen order. */
  async function sell(db: ShopDatabase, answer: Answer, webhooks: readonly ReportedState[], choose: Choose) {
    sales += 1;
    const [customerNo, transactionId] = [`0812${String(sales).padStart(8, '0')}`, `T-${sales}`];
    const race = createRace(db);
    const world = await counterWorld({ db: race.of('answer'), seed: `race ${sales}` });
    const reply = held<Reply>();
    world.say('order', () => reply.promise);
    const ordering = world.order({ customerNo });
    while (world.times('order') === 0) await new Promise((resolve) => setImmediate(resolve));
    const id = (await db.foundSending()).at(-1)?.id ?? '';

    const records: string[] = [];
    const listening = createSalesService({ ...world.ports, db: noting(race.of('webhooks'), records) });
    const listen = async (): Promise<void> => {
      for (const [n, status] of webhooks.entries()) {
        const sn = status === 'success' ? 'SN-1' : '';
        const fields = { transaction_id: transactionId, customer_no: customerNo, status, sn, message: `no. ${n}` };
        await deliverWebhook(listening, fields, { ref: id, cursor: `${transactionId}/${n}` });
      }
    };
    const answered = (): Promise<unknown> => {
      reply.release(answer.reply(transactionId));
      return ordering;
    };
    await race.run([answered, listen], choose);
    return { sale: await world.stored(id), events: await world.events(id), records, cursor: await world.cursor() };
  }

  /** Keeps the places in the mailbox that were committed in one with a webhook. */
  function noting(db: ShopDatabase, records: string[]): ShopDatabase {
    return {
      ...db,
      async commit(change) {
        const outcome = await db.commit(change);
        const withWebhook = change.event.bodies.some(({ role }) => role === 'webhook');
        const place = change.cursor?.cursor ?? null;
        if (outcome.kind === 'committed' && withWebhook && place !== null) records.push(place);
        return outcome;
      },
    };
  }

  const cases = answers.flatMap((answer) =>
    webhookOrders.map((webhooks) => ({ answer, webhooks, name: `${answer.name} beside ${webhooks.join(', ')}` })),
  );

  it.each(cases)('an answer that is $name ends right in every order of the commits', async ({ answer, webhooks }) => {
    const db = await aJournal();
    const right = rightStates(answer, webhooks);
    const saidSuccess = webhooks.includes('success');
    const orders = await everyOrder(async (choose) => {
      const { sale, events, records, cursor } = await sell(db, answer, webhooks, choose);
      expect(right).toContain(sale.state);
      expect(sale.state === 'success' && saidSuccess ? sale.sn : 'SN-1').toBe('SN-1');
      expect(events.filter((type) => type.startsWith('webhook.'))).toHaveLength(webhooks.length);
      expect(records).toHaveLength(webhooks.length);
      expect(cursor).toBe(records.at(-1));
    });
    expect(orders).toBeGreaterThanOrEqual(10);
  });
});

describe('texts that are cut within a letter', () => {
  /** A text that somebody cut within a letter: JSON can say it, UTF-8 and thereby the database cannot. */
  const cut = 'terima kasih \ud83d';
  const cutText = 'terima kasih \uFFFD';

  async function worldOnFile() {
    const path = journalPath();
    const world = await counterWorld({ db: await aJournal(path) });
    return { world, flaw: () => verifyJournal(path).flaw };
  }

  test('an order whose answer and webhook are cut within a letter stands in the log as in the list of sales', async () => {
    const { world, flaw } = await worldOnFile();
    world.says.order({ message: cut });
    const sale = await world.ordered();
    expect(sale).toMatchObject({ state: 'pending', message: cutText });
    expect(await world.stored(sale.id)).toEqual(sale);
    expect(flaw()).toBeNull();
    await world.receiveWebhook({ message: cut, sn: `SN-${cut}` }, { ref: sale.id });
    expect(await world.stored(sale.id)).toMatchObject({ state: 'success', message: cutText, sn: null });
    expect(flaw()).toBeNull();
  });

  test('a refusal that is cut within a letter does, too', async () => {
    const { world, flaw } = await worldOnFile();
    world.say('order', { json: { status: 'error', message: cut, data: null } });
    expect(await world.ordered()).toMatchObject({ state: 'failed', refused: true, message: cutText });
    expect(flaw()).toBeNull();
  });

  test('and so does a bill, whose serial number with half a letter is not handed to anybody', async () => {
    const { world, flaw } = await worldOnFile();
    world.says.inquiry({ customer_name: cut, message: cut, brand: { name: cut }, category: { name: cut } });
    const bill = await world.inquired();
    expect(bill).toMatchObject({ customerName: cutText, brand: cutText });
    expect(flaw()).toBeNull();
    world.says.pay({ customer_name: cut, message: cut, sn: `SN-${cut}` });
    const paid = await world.counter.pay({ id: bill.id });
    expect(paid).toMatchObject({ ok: true, value: { state: 'success', sn: null, customerName: cutText } });
    expect(flaw()).toBeNull();
  });
});
