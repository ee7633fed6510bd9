import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { openParkedSales } from '../../../src/main/parking/api.ts';
import { maxParked, type ParkedDraft } from '../../../src/shared/contract/parking.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';

const draft = (customerNo: string, more: Partial<Extract<ParkedDraft, { kind: 'order' }>> = {}): ParkedDraft => ({
  kind: 'order',
  customerNo,
  productCode: 'TSEL10',
  step: 'tendered',
  text: '20000',
  left: {},
  tendered: 20_000,
  payment: null,
  cashFrom: null,
  ...more,
});

function open(folder = temporaryFolder()) {
  const publish = vi.fn<(parked: unknown) => void>();
  const again = () => openParkedSales({ folder, clock: systemClock, random: realRandom, publish });
  return { folder, publish, again, parked: again() };
}

const numbersOf = async (parked: ReturnType<typeof openParkedSales>) =>
  (await parked.list()).map((sale) => sale.draft.customerNo);

describe('parked sales', () => {
  test('stand there after the program was killed, in the order in which they were parked', async () => {
    const { parked, again } = open();
    await parked.park(draft('081200000001'));
    await parked.park(draft('081200000002'));
    const after = await again().list();
    expect(after).toEqual(await parked.list());
    expect(after.map((sale) => sale.draft)).toEqual([draft('081200000001'), draft('081200000002')]);
  });

  test('one is brought back once, also where several ask at the same time', async () => {
    const { parked, publish, again } = open();
    const one = await parked.park(draft('081200000001'));
    const id = one?.id ?? '';
    expect(await Promise.all([parked.take(id, null), parked.take(id, null)])).toEqual([one, null]);
    expect(publish).toHaveBeenLastCalledWith([]);
    expect(await again().list()).toEqual([]);
  });

  test('the tenth is refused and nothing is lost; in exchange for another there is room', async () => {
    const { parked, again } = open();
    for (let n = 1; n <= maxParked; n += 1) expect(await parked.park(draft(`08120000000${n}`))).not.toBeNull();
    expect(await parked.park(draft('081200000010'))).toBeNull();
    const [first] = await parked.list();
    expect((await parked.take(first?.id ?? '', draft('081200000010')))?.draft.customerNo).toBe('081200000001');
    expect(await numbersOf(again())).toEqual([
      ...Array.from({ length: maxParked - 1 }, (_, at) => `08120000000${at + 2}`),
      '081200000010',
    ]);
  });

  test('what is not there any more parks nothing in its room', async () => {
    const { parked } = open();
    expect(await parked.take('gone', draft('081200000001'))).toBeNull();
    expect(await parked.list()).toEqual([]);
  });

  test('an erased customer is in none of them, in any field and spelling, nor in the file', async () => {
    const { parked, folder } = open();
    const tab = { first: 'tab', part: null, second: null, customerId: 'saved-1', references: {} } as const;
    await parked.park(draft('+62 812-3456-7890'));
    await parked.park(draft('', { text: 'tsel10.081234567890' }));
    await parked.park(draft('', { left: { customerNo: '0812 3456 7890' }, text: '' }));
    await parked.park(draft('085700000001', { payment: tab }));
    await parked.park(draft('085700000002'));
    expect(await parked.ofCustomer('081234567890')).toHaveLength(3);
    expect(await parked.erase('081234567890', ['saved-1'])).toBe(4);
    expect(await numbersOf(parked)).toEqual(['085700000002']);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(files.join('')).not.toMatch(/81234567890|3456|saved-1/);
  });

  test('those older than the shop keeps customers are dropped', async () => {
    const { parked } = open();
    await parked.park(draft('081200000001'));
    await parked.eraseOlder('2020-01-01T00:00:00.000Z');
    expect(await numbersOf(parked)).toEqual(['081200000001']);
    await parked.eraseOlder('2999-01-01T00:00:00.000Z');
    expect(await parked.list()).toEqual([]);
  });

  test('a file that cannot be read counts as none: the counter opens and parks', async () => {
    const { folder, again, parked } = open();
    await parked.park(draft('081200000001'));
    writeFileSync(join(folder, 'parked-sales.json'), '[{"half');
    const after = again();
    expect(await after.list()).toEqual([]);
    expect(await after.park(draft('081200000002'))).not.toBeNull();
  });
});
