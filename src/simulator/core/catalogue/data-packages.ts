import { type PrepaidItem, prepaid } from './product.ts';

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

export const dataPackages: readonly PrepaidItem[] = [
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
