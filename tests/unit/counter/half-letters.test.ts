import { expect, test } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { counterWorld } from '../../support/counter-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';

/** A text that somebody cut within a letter: JSON can say it, UTF-8 and thereby the database cannot. */
const cut = 'terima kasih \ud83d';
const shown = 'terima kasih \uFFFD';

async function worldOnFile() {
  const path = journalPath();
  const world = await counterWorld({ journal: await aJournal(path) });
  return { world, flaw: () => verifyJournal(path).flaw };
}

test('an order whose answer and webhook are cut within a letter stands in the log as in the list of sales', async () => {
  const { world, flaw } = await worldOnFile();
  world.says.order({ message: cut });
  const sale = await world.ordered();
  expect(sale).toMatchObject({ state: 'pending', message: shown });
  expect(await world.stored(sale.id)).toEqual(sale);
  expect(flaw()).toBeNull();
  await world.receiveWebhook({ message: cut, sn: `SN-${cut}` }, { ref: sale.id });
  expect(await world.stored(sale.id)).toMatchObject({ state: 'success', message: shown, sn: null });
  expect(flaw()).toBeNull();
});

test('a refusal that is cut within a letter does, too', async () => {
  const { world, flaw } = await worldOnFile();
  world.say('order', { json: { status: 'error', message: cut, data: null } });
  expect(await world.ordered()).toMatchObject({ state: 'failed', refused: true, message: shown });
  expect(flaw()).toBeNull();
});

test('and so does a bill, whose serial number with half a letter is not handed to anybody', async () => {
  const { world, flaw } = await worldOnFile();
  world.says.inquiry({ customer_name: cut, message: cut, brand: { name: cut }, category: { name: cut } });
  const bill = await world.inquired();
  expect(bill).toMatchObject({ customerName: shown, brand: shown });
  expect(flaw()).toBeNull();
  world.says.pay({ customer_name: cut, message: cut, sn: `SN-${cut}` });
  const paid = await world.counter.pay({ id: bill.id });
  expect(paid).toMatchObject({ ok: true, value: { state: 'success', sn: null, customerName: shown } });
  expect(flaw()).toBeNull();
});
