import type { Behaviour } from './behaviours/behaviour.ts';
import { behaviours } from './behaviours/table.ts';

/** A cut-off, HH:mm:ss in the provider's zone; "now": always in force. */
export type CutOff = { start: string; end: string } | 'now' | null;

interface Common {
  code: string;
  name: string;
  brand: string;
  category: string;
  type: 'Umum' | 'Premium';
  description: string;
  active: boolean;
  /** the behaviour selected by this code */
  behaviour: string | null;
}

/** Format of a serial number. */
export type SnStyle = 'digits' | 'token' | 'reference' | 'packed';

export interface PrepaidItem extends Common {
  kind: 'prepaid';
  /** price charged to the shop's deposit, rupiah */
  cost: number;
  cutOff: CutOff;
  sn: SnStyle;
}

export interface PostpaidItem extends Common {
  kind: 'postpaid';
  /** rupiah per period */
  admin: number;
  commission: number;
  /** range of a period's amount, rupiah, both ends included */
  bill: { from: number; to: number };
  sn: SnStyle;
}

export type Item = PrepaidItem | PostpaidItem;

type ItemFields<T extends Item, K extends keyof T> = Pick<T, K> & Partial<Omit<T, K | 'kind'>>;

const common = { type: 'Umum', description: '-', active: true, behaviour: null } as const;

function prepaid(item: ItemFields<PrepaidItem, 'code' | 'name' | 'brand' | 'category' | 'cost'>): PrepaidItem {
  return { ...common, kind: 'prepaid', cutOff: null, sn: 'digits', ...item };
}

function postpaid(
  item: ItemFields<PostpaidItem, 'code' | 'name' | 'brand' | 'category' | 'admin' | 'commission' | 'bill'>,
): PostpaidItem {
  return { ...common, kind: 'postpaid', sn: 'reference', ...item };
}

const water = (code: string, name: string): PostpaidItem =>
  postpaid({
    code,
    name,
    brand: 'PDAM',
    category: 'PDAM',
    admin: 2500,
    commission: 900,
    bill: { from: 38_000, to: 260_000 },
    description: 'Tagihan air bulanan',
    sn: 'packed',
  });

const bills: readonly PostpaidItem[] = [
  // Its sn stays unbroken and short: training pays the bill of 530000000001.
  postpaid({
    code: 'PLNPOST',
    name: 'PLN Pascabayar',
    brand: 'PLN',
    category: 'Tagihan Listrik',
    admin: 3000,
    commission: 1600,
    bill: { from: 74_000, to: 612_000 },
    description: 'Tagihan listrik bulanan',
  }),
  water('PDAMJKT', 'PAM Jaya Jakarta'),
  water('PDAMSBY', 'PDAM Surya Sembada Surabaya'),
  water('PDAMBDG', 'PDAM Tirtawening Bandung'),
  postpaid({
    code: 'BPJS',
    name: 'BPJS Kesehatan',
    brand: 'BPJS',
    category: 'BPJS Kesehatan',
    admin: 2500,
    commission: 1000,
    bill: { from: 35_000, to: 450_000 },
    description: 'Iuran JKN perorangan',
  }),
  postpaid({
    code: 'TELKOM',
    name: 'Telkom Telepon Rumah',
    brand: 'TELKOM',
    category: 'Telkom',
    admin: 2750,
    commission: 1100,
    bill: { from: 30_000, to: 190_000 },
    description: 'Tagihan telepon rumah',
    sn: 'digits',
  }),
  postpaid({
    code: 'INDIHOME',
    name: 'IndiHome',
    brand: 'INDIHOME',
    category: 'Internet',
    admin: 2750,
    commission: 1300,
    bill: { from: 280_000, to: 545_000 },
    description: 'Tagihan internet bulanan',
    sn: 'digits',
  }),
];

const aroundMidnight = { start: '23:45:00', end: '00:15:00' };

const operators: readonly Operator[] = [
  // No cut-off: the order of TSEL10 must succeed at any hour.
  { prefix: 'TSEL', brand: 'TELKOMSEL', nominals: [5, 10, 15, 20, 25, 50, 100], margin: 275, cutOff: null },
  { prefix: 'ISAT', brand: 'INDOSAT', nominals: [5, 10, 20, 25, 50, 100], margin: 620, cutOff: aroundMidnight },
  { prefix: 'XL', brand: 'XL', nominals: [5, 10, 15, 25, 50, 100], margin: 540, cutOff: aroundMidnight },
  { prefix: 'AXIS', brand: 'AXIS', nominals: [5, 10, 15, 25, 50, 100], margin: 550, cutOff: aroundMidnight },
  {
    prefix: 'TRI',
    brand: 'TRI',
    nominals: [5, 10, 20, 25, 50, 100],
    margin: 180,
    cutOff: { start: '23:30:00', end: '00:30:00' },
  },
  { prefix: 'SMART', brand: 'SMARTFREN', nominals: [5, 10, 20, 25, 50, 100], margin: 90, cutOff: null },
];

const titled = (brand: string): string => (brand.length <= 3 ? brand : brand.charAt(0) + brand.slice(1).toLowerCase());

const phoneCredit: readonly PrepaidItem[] = operators.flatMap(({ prefix, brand, nominals, margin, cutOff }) =>
  nominals.map((thousands) =>
    prepaid({
      code: `${prefix}${thousands}`,
      name: `${titled(brand)} ${thousands}.000`,
      brand,
      category: 'Pulsa',
      cost: thousands * 1000 + margin,
      description: `Pulsa ${titled(brand)} Rp${thousands}.000`,
      cutOff,
    }),
  ),
);

const drillPrepaid = (code: string, changes: Partial<Omit<PrepaidItem, 'kind'>> = {}): PrepaidItem =>
  prepaid({ code, name: `Latihan ${code}`, brand: 'LATIHAN', category: 'Pulsa', cost: 10_250, ...changes });

const drillPostpaid = (code: string, behaviour: string): PostpaidItem =>
  postpaid({
    code,
    name: `Latihan ${code}`,
    brand: 'LATIHAN',
    category: 'Internet',
    admin: 2500,
    commission: 1000,
    bill: { from: 50_000, to: 150_000 },
    behaviour,
  });

/** Products for drills: one code for every behaviour, two that are not for sale, and a token that is at any hour. */
const drills: readonly Item[] = [
  drillPrepaid('INACTIVE10', { active: false }),
  drillPrepaid('CUTOFF10', { cutOff: 'now' }),
  drillPrepaid('TOKENNOW20', { brand: 'PLN', category: 'Token Listrik', cost: 20_150, sn: 'token' }),
  ...behaviours.flatMap(drillsOf),
];

const data = (code: string, brand: string, name: string, cost: number, description: string): PrepaidItem =>
  prepaid({
    code,
    name,
    brand,
    category: 'Paket Data',
    type: 'Premium',
    cost,
    description,
    cutOff: { start: '23:50:00', end: '00:10:00' },
  });

const dataPackages: readonly PrepaidItem[] = [
  data('TSELD1', 'TELKOMSEL', 'Telkomsel Data 1 GB 7 Hari', 13_400, 'Kuota nasional 1 GB, berlaku 7 hari'),
  data('TSELD5', 'TELKOMSEL', 'Telkomsel Data 5 GB 30 Hari', 47_900, 'Kuota nasional 5 GB, berlaku 30 hari'),
  data('TSELD12', 'TELKOMSEL', 'Telkomsel Data 12 GB 30 Hari', 89_500, 'Kuota nasional 12 GB, berlaku 30 hari'),
  data('ISATD3', 'INDOSAT', 'Indosat Freedom 3 GB 30 Hari', 22_300, 'Kuota utama 3 GB, berlaku 30 hari'),
  data('ISATD10', 'INDOSAT', 'Indosat Freedom 10 GB 30 Hari', 51_200, 'Kuota utama 10 GB, berlaku 30 hari'),
  data('XLD6', 'XL', 'XL Xtra Combo 6 GB 30 Hari', 45_800, 'Kuota utama 6 GB, berlaku 30 hari'),
  data('AXISD2', 'AXIS', 'Axis Bronet 2 GB 30 Hari', 20_100, 'Kuota 24 jam 2 GB, berlaku 30 hari'),
  data('TRID8', 'TRI', 'Tri Always On 8 GB', 41_600, 'Kuota 8 GB selama kartu aktif'),
  data('SMARTD10', 'SMARTFREN', 'Smartfren Data 10 GB 30 Hari', 38_700, 'Kuota 10 GB, berlaku 30 hari'),
];

/** Tokens are not sold while the electricity company closes its day. */
const electricityTokens: readonly PrepaidItem[] = [20, 50, 100, 200, 500, 1000].map((thousands) =>
  prepaid({
    code: `PLN${thousands}`,
    name: `Token PLN ${thousands === 1000 ? '1.000' : thousands}.000`,
    brand: 'PLN',
    category: 'Token Listrik',
    cost: thousands * 1000 + 150,
    description: 'Masukkan nomor meter atau ID pelanggan',
    cutOff: { start: '23:00:00', end: '01:00:00' },
    sn: 'token',
  }),
);

/** Everything the provider sells, by product code. */
export const catalogue: ReadonlyMap<string, Item> = new Map(
  [...phoneCredit, ...dataPackages, ...electricityTokens, ...bills, ...drills].map((item) => [item.code, item]),
);

/** The product codes that select a behaviour: to order (or look up), and to pay as a bill; null if there is none. */
export function drillCodes({ name, order, product, inquiry }: Behaviour): {
  prepaid: string | null;
  postpaid: string | null;
} {
  const word = name.replaceAll('-', '').toUpperCase();
  return { prepaid: order || product ? `${word}10` : null, postpaid: inquiry ? `BILL${word}` : null };
}

function drillsOf(behaviour: Behaviour): Item[] {
  const codes = drillCodes(behaviour);
  const items: Item[] = [];
  if (codes.prepaid !== null) items.push(drillPrepaid(codes.prepaid, { behaviour: behaviour.name }));
  if (codes.postpaid !== null) items.push(drillPostpaid(codes.postpaid, behaviour.name));
  return items;
}

interface Operator {
  prefix: string;
  brand: string;
  /** thousands of rupiah */
  nominals: readonly number[];
  /** added to the nominal for the price, rupiah */
  margin: number;
  cutOff: CutOff;
}

interface SuggestedPrice {
  productCode: string;
  productName: string;
  brand: string;
  category: string;
  /** suggested price for the customer, whole rupiah */
  sellingPrice: number;
}

const suggestedCodes =
  'TSEL5 TSEL10 TSEL20 TSEL25 TSEL50 TSEL100 ISAT10 ISAT25 XL10 XL25 AXIS10 TRI10 SMART10 ' +
  'TSELD5 ISATD3 PLN20 PLN50 PLN100 PLN200';

/** Rounded up to Rp500, plus Rp1.500. */
const suggestedPrice = (cost: number): number => Math.ceil(cost / 500) * 500 + 1500;

/** The first buttons of the training counter. Prices are not part of the interface. */
export const suggestedPrices: readonly SuggestedPrice[] = suggestedCodes.split(' ').flatMap((code) => {
  const item = catalogue.get(code);
  if (item?.kind !== 'prepaid') return [];
  const { name, brand, category, cost } = item;
  return [{ productCode: code, productName: name, brand, category, sellingPrice: suggestedPrice(cost) }];
});

/** The first bills of the training counter. */
export const suggestedBills: readonly string[] = ['PLNPOST', 'PDAMJKT', 'BPJS', 'TELKOM', 'INDIHOME'];
