import { describe, expect, it } from 'vitest';
import { counterWorld, lost, refusal } from '../../support/counter-world.ts';

async function unknownBill() {
  const world = await counterWorld();
  const bill = await world.inquired();
  world.say('pay', lost);
  await world.counter.pay({ id: bill.id });
  const asked = world.times('pay');
  return { world, id: bill.id, asked };
}

describe('a fresh inquiry of an unknown bill', () => {
  it('that finds the bill gone suggests that it was paid, and changes nothing', async () => {
    const { world, id, asked } = await unknownBill();
    world.says.inquiry({ status: 'failed', message: 'Tagihan sudah terbayar' });
    expect(await world.counter.evidence(id)).toMatchObject({
      ok: true,
      value: { finding: 'bill_gone', message: 'Tagihan sudah terbayar', price: null },
    });
    expect((await world.stored(id)).state).toBe('unknown');
    expect(world.times('pay')).toBe(asked);
  });

  it('that is refused is read as gone too', async () => {
    const { world, id } = await unknownBill();
    world.say('inquiry', refusal);
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'bill_gone' } });
  });

  it('that still finds it says what it costs now, and makes no bill that could be paid', async () => {
    const { world, id } = await unknownBill();
    world.says.inquiry({ transaction_id: 'ANOTHER-1', price: 99_000 });
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'bill_still_there', price: 99_000 } });
    expect((await world.journal.search({ states: ['inquired'] })).items).toEqual([]);
  });

  it('that is not answered says so', async () => {
    const { world, id } = await unknownBill();
    world.say('inquiry', lost);
    expect(await world.counter.evidence(id)).toMatchObject({ value: { finding: 'no_answer' } });
  });

  it('stands in the story of the sale, word for word', async () => {
    const { world, id } = await unknownBill();
    await world.counter.evidence(id);
    const event = (await world.journal.timeline(id)).at(-1);
    expect(event).toMatchObject({ type: 'bill.rechecked', data: { finding: 'bill_still_there' } });
    expect(event?.bodies.map(({ role }) => role)).toEqual(['request', 'answer', 'snapshot']);
  });
});

it('evidence is not looked for where nothing is open', async () => {
  const world = await counterWorld();
  const bill = await world.inquired();
  expect(await world.counter.evidence(bill.id)).toMatchObject({
    error: { code: 'not_allowed', reason: 'no_evidence' },
  });
  expect(await world.counter.evidence('no-such-sale')).toMatchObject({ error: { code: 'not_found' } });
});
