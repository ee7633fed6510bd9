import { type PrepaidItem, prepaid } from './product.ts';

/** Tokens are not sold while the electricity company closes its day. */
export const electricityTokens: readonly PrepaidItem[] = [20, 50, 100, 200, 500, 1000].map((thousands) =>
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
