import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { procedureNames } from '../../../../src/shared/contract/procedure-names.ts';
import { registry } from '../../../../src/shared/contract/registry.ts';

const number = '081234567890';
const id = 'sale-1';
const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
type Input = (amount: number) => unknown;

/** Every figure of money that a person types, as main is asked with it, and the most that it takes. */
const figures: ReadonlyArray<[string, keyof typeof registry, number, Input]> = [
  [
    'the price of an order',
    'order',
    100_000_000,
    (sellingPrice) => ({ productCode: 'T', customerNo: number, sellingPrice }),
  ],
  [
    'a price of a batch',
    'batches.check',
    100_000_000,
    (sellingPrice) => ({ lines: [{ productCode: 'T', customerNo: number, sellingPrice }] }),
  ],
  [
    'a price of a batch that is paid',
    'batches.create',
    100_000_000,
    (sellingPrice) => ({ lines: [{ productCode: 'T', customerNo: number, sellingPrice }] }),
  ],
  ['a bill of a batch', 'batches.check', 1_000_000_000_000, (total) => ({ lines: [{ id, total }] })],
  [
    'a part of a payment',
    'order',
    1_000_000_000_000,
    (amount) => ({ productCode: 'T', customerNo: number, payments: [{ method: 'qris', amount }] }),
  ],
  [
    'a part of a bill’s payment',
    'pay',
    1_000_000_000_000,
    (amount) => ({ id, payments: [{ method: 'qris', amount }] }),
  ],
  [
    'a price of the catalogue',
    'catalogue.save',
    100_000_000,
    (sellingPrice) => ({ changes: [{ productCode: 'T', sellingPrice }] }),
  ],
  ['a cost of the catalogue', 'catalogue.save', 100_000_000, (cost) => ({ changes: [{ productCode: 'T', cost }] })],
  ['cash put in', 'shifts.payIn', 1_000_000_000, (amount) => ({ amount, reason: 'receh' })],
  ['cash taken out', 'shifts.payOut', 1_000_000_000, (amount) => ({ amount, reason: 'setor' })],
  [
    'the amount of a cash service',
    'cashServices.record',
    1_000_000_000,
    (amount) => ({ id: uuid, kind: 'transfer', amount, fee: 0, feeSide: 'cash', reference: 'A1' }),
  ],
  ['a deposit', 'deposit.record', 100_000_000_000, (amount) => ({ kind: 'paid_in', amount })],
  ['what is paid of a tab', 'tabs.settle', 1_000_000_000_000, (amount) => ({ customerId: id, amount, method: 'cash' })],
];
/** Those that may be nothing: a drawer is empty, a fee is waived. */
const orNothing: typeof figures = [
  ['the cash for an order', 'order', 100_000_000, (tendered) => ({ productCode: 'T', customerNo: number, tendered })],
  ['the cash for a bill', 'pay', 1_000_000_000_000, (tendered) => ({ id, tendered })],
  ['the total of a bill', 'pay', 1_000_000_000_000, (total) => ({ id, total })],
  ['the cash of a batch', 'batches.create', 1_000_000_000_000, (tendered) => ({ lines: [{ id, total: 1 }], tendered })],
  ['a fee of the catalogue', 'catalogue.save', 100_000_000, (fee) => ({ changes: [{ productCode: 'T', fee }] })],
  ['cash counted at the opening', 'shifts.open', 1_000_000_000, (counted) => ({ counted })],
  [
    'the fee of a cash service',
    'cashServices.record',
    100_000_000,
    (fee) => ({ id: uuid, kind: 'transfer', amount: 1, fee, feeSide: 'cash', reference: 'A1' }),
  ],
  ['cash counted at the close', 'shifts.close', 1_000_000_000, (counted) => ({ counted })],
];

const takes = (procedure: keyof typeof registry, input: unknown): boolean =>
  registry[procedure].input.safeParse(input).success;

describe.each([...figures, ...orNothing])('%s', (_, procedure, most, input) => {
  it('is whole rupiah between its bounds, and nothing else', () => {
    expect([1, most].map((amount) => takes(procedure, input(amount)))).toEqual([true, true]);
    const wrong = [-1, 0.5, 1200.5, most + 1, 1e15, Number.NaN, Number.POSITIVE_INFINITY, '1', null];
    const isOptional = procedure === 'catalogue.save';
    for (const amount of wrong) {
      if (amount === null && isOptional) continue;
      // oxlint-disable-next-line typescript/consistent-type-assertions -- main gets whatever a page sends
      expect(takes(procedure, input(amount as number)), String(amount)).toBe(false);
    }
  });
});

it.each(figures)('%s is more than nothing', (_, procedure, __, input) => {
  expect(takes(procedure, input(0))).toBe(false);
});

it.each(orNothing)('%s may be nothing', (_, procedure, __, input) => {
  expect(takes(procedure, input(0))).toBe(true);
});

it.each(['081200000001 5', '081200000001.5', '5 081200000001'])(
  '%j is no customer number for any procedure',
  (customerNo) => {
    expect(takes('order', { productCode: 'T', customerNo })).toBe(false);
    expect(takes('inquiry', { productCode: 'T', customerNo })).toBe(false);
    expect(takes('batches.check', { lines: [{ productCode: 'T', customerNo, sellingPrice: 1 }] })).toBe(false);
    expect(
      takes('customers.save', {
        name: 'Sri',
        numbers: [{ customerNo, label: '' }],
        purgeAt: '2027-01-01',
        consent: true,
      }),
    ).toBe(false);
  },
);

/** Every figure of money that any procedure takes: its least and its most, in whole rupiah. */
const amounts: Readonly<Record<string, readonly [least: number, most: number]>> = {
  // what a product is sold for, or costs: more than nothing
  'order.sellingPrice': [1, 100_000_000],
  'order.allowPrice': [1, 100_000_000],
  'batches.check.lines.allowPrice': [1, 100_000_000],
  'batches.create.lines.allowPrice': [1, 100_000_000],
  'batches.resume.allow.allowPrice': [1, 100_000_000],
  'batches.check.lines.sellingPrice': [1, 100_000_000],
  'batches.create.lines.sellingPrice': [1, 100_000_000],
  'catalogue.save.changes.sellingPrice': [1, 100_000_000],
  'catalogue.save.changes.cost': [1, 100_000_000],
  'catalogue.save.changes.fee': [0, 100_000_000],
  // what a customer pays, and how
  'order.tendered': [0, 100_000_000],
  'order.allowCash': [0, 1_000_000_000_000],
  'pay.allowCash': [0, 1_000_000_000_000],
  'batches.create.allowCash': [0, 1_000_000_000_000],
  'order.payments.amount': [1, 1_000_000_000_000],
  'pay.total': [0, 1_000_000_000_000],
  'pay.tendered': [0, 1_000_000_000_000],
  'pay.payments.amount': [1, 1_000_000_000_000],
  'batches.check.lines.total': [1, 1_000_000_000_000],
  'batches.create.lines.total': [1, 1_000_000_000_000],
  'batches.create.tendered': [0, 1_000_000_000_000],
  'batches.create.payments.amount': [1, 1_000_000_000_000],
  'tabs.settle.amount': [1, 1_000_000_000_000],
  'tabs.settle.owed': [0, 1_000_000_000_000],
  'transactions.cashReturned.returned.amount': [1, 1_000_000_000_000],
  'transactions.resolve.readBack.amount': [0, 1_000_000_000_000],
  'transactions.correct.readBack.amount': [0, 1_000_000_000_000],
  // a draft may hold what its sale will refuse, and no more than a field takes
  'parking.park.draft.tendered': [0, 1_000_000_000_000],
  'parking.park.draft.payment.part': [0, 1_000_000_000_000],
  'parking.take.instead.tendered': [0, 1_000_000_000_000],
  'parking.take.instead.payment.part': [0, 1_000_000_000_000],
  // what the customer's screen shows
  'display.show.total': [0, 1_000_000_000_000],
  'display.show.payments.amount': [0, 1_000_000_000_000],
  'display.show.tendered': [0, 1_000_000_000_000],
  'display.show.qrisDue': [0, 1_000_000_000_000],
  // the drawer and the deposit
  'shifts.open.counted': [0, 1_000_000_000],
  'shifts.open.count.coins': [0, 1_000_000_000],
  'shifts.close.count.coins': [0, 1_000_000_000],
  'shifts.open.accept.difference': [-1_000_000_000, 1_000_000_000],
  'shifts.close.counted': [0, 1_000_000_000],
  'shifts.close.purse': [0, 1_000_000_000],
  'cashServices.record.amount': [1, 1_000_000_000],
  'cashServices.record.fee': [0, 100_000_000],
  'shifts.payIn.amount': [1, 1_000_000_000],
  'shifts.payOut.amount': [1, 1_000_000_000],
  'deposit.record.amount (1)': [1, 100_000_000_000],
  'deposit.record.amount (2)': [-100_000_000_000, 100_000_000_000],
  // settings
  'settings.save.billFee': [0, 1_000_000],
  'settings.save.pricing.margin.amount': [0, 1_000_000],
  'settings.save.cashServiceFees.from': [1, 1_000_000_000],
  'settings.save.cashServiceFees.to': [1, 1_000_000_000],
  'settings.save.cashServiceFees.fee': [0, 100_000_000],
  'settings.save.depositWarning': [0, 1_000_000_000],
};
/** Numbers that are no money, by their last name: pages, positions, sizes, times. */
const counts =
  /\.(?:limit|before|after|seq|number|shift|known|pieces|place|position|leaveOut|headingRow|port|columns|feed|width|height|copiesLimit|hundredths|rounding|volume|clearSeconds|untilHour|inquiryMinutes|overdueMinutes|digits|sales|connectTimeoutSeconds|answerTimeoutSeconds|refusalCodes|maskAfterDays|autoLockMinutes|wrong)$/;

const Node = z.looseObject({
  type: z.string().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** Every number of a JSON schema: its path, and its bounds where it is whole. */
function numbersIn(schema: unknown, path: string): Array<[path: string, bounds: [number, number] | 'not whole']> {
  if (Array.isArray(schema)) return schema.flatMap((one) => numbersIn(one, path));
  const read = Node.safeParse(schema);
  if (!read.success) return [];
  const { type, minimum, exclusiveMinimum = Number.NEGATIVE_INFINITY, maximum, ...rest } = read.data;
  const most = maximum ?? Number.POSITIVE_INFINITY;
  const own: ReturnType<typeof numbersIn> =
    type === 'integer'
      ? [[path, [minimum ?? exclusiveMinimum + 1, most]]]
      : type === 'number'
        ? [[path, 'not whole']]
        : [];
  const properties = Object.entries(z.looseObject({}).catch({}).parse(rest['properties']));
  const parts = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'].flatMap(
    (name) => rest[name] ?? [],
  );
  return [...own, ...properties.flatMap(([name, one]) => numbersIn(one, `${path}.${name}`)), ...numbersIn(parts, path)];
}

it('every figure of money that any procedure takes is whole rupiah, and between bounds that somebody chose', () => {
  const numbers = procedureNames.flatMap((name) =>
    numbersIn(z.toJSONSchema(registry[name].input, { io: 'input', unrepresentable: 'any' }), name),
  );
  const money = numbers.filter(([path]) => !counts.test(path));
  const byPath = Map.groupBy(money, ([path]) => path);
  const named = [...byPath].flatMap(([path, all]) => {
    const bounds = [...new Map(all.map(([, one]) => [String(one), one])).values()];
    return bounds.map((one, at) => [bounds.length > 1 ? `${path} (${at + 1})` : path, one]);
  });
  expect(Object.fromEntries(named)).toEqual(amounts);
});
