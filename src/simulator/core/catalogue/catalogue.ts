import type { Behaviour } from '../behaviour.ts';
import { behaviours } from '../behaviours/table.ts';
import { type Item, type Pause, type PostpaidItem, type PrepaidItem, postpaid, prepaid } from './product.ts';

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
  // Its sn stays unbroken and short: the bill for 530000000001 is paid in every practice.
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
  // No pause: the order of TSEL10 must succeed at any hour.
  { prefix: 'TSEL', brand: 'TELKOMSEL', nominals: [5, 10, 15, 20, 25, 50, 100], margin: 275, pause: null },
  { prefix: 'ISAT', brand: 'INDOSAT', nominals: [5, 10, 20, 25, 50, 100], margin: 620, pause: aroundMidnight },
  { prefix: 'XL', brand: 'XL', nominals: [5, 10, 15, 25, 50, 100], margin: 540, pause: aroundMidnight },
  { prefix: 'AXIS', brand: 'AXIS', nominals: [5, 10, 15, 25, 50, 100], margin: 550, pause: aroundMidnight },
  {
    prefix: 'TRI',
    brand: 'TRI',
    nominals: [5, 10, 20, 25, 50, 100],
    margin: 180,
    pause: { start: '23:30:00', end: '00:30:00' },
  },
  { prefix: 'SMART', brand: 'SMARTFREN', nominals: [5, 10, 20, 25, 50, 100], margin: 90, pause: null },
];

const titled = (brand: string): string => (brand.length <= 3 ? brand : brand.charAt(0) + brand.slice(1).toLowerCase());

const phoneCredit: readonly PrepaidItem[] = operators.flatMap(({ prefix, brand, nominals, margin, pause }) =>
  nominals.map((thousands) =>
    prepaid({
      code: `${prefix}${thousands}`,
      name: `${titled(brand)} ${thousands}.000`,
      brand,
      category: 'Pulsa',
      cost: thousands * 1000 + margin,
      description: `Pulsa ${titled(brand)} Rp${thousands}.000`,
      pause,
    }),
  ),
);

const drillPrepaid = (code: string, bent: Partial<Omit<PrepaidItem, 'kind'>> = {}): PrepaidItem =>
  prepaid({ code, name: `Latihan ${code}`, brand: 'LATIHAN', category: 'Pulsa', cost: 10_250, ...bent });

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

/** Products to practise with: one code for every behaviour, and those that are not for sale. */
const drills: readonly Item[] = [
  drillPrepaid('INACTIVE10', { active: false }),
  drillPrepaid('CUTOFF10', { pause: 'now' }),
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
    pause: { start: '23:50:00', end: '00:10:00' },
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
    pause: { start: '23:00:00', end: '01:00:00' },
    sn: 'token',
  }),
);

/** Everything the provider sells, by product code. */
export const catalogue: ReadonlyMap<string, Item> = new Map(
  [...phoneCredit, ...dataPackages, ...electricityTokens, ...bills, ...drills].map((item) => [item.code, item]),
);

/** The product code that asks for a behaviour: to order (or only to look up), and to pay as a bill; null where it has none. */
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
  /** what a nominal costs above (or below) itself, rupiah */
  margin: number;
  pause: Pause;
}
