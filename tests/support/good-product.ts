import type { Product } from '../../src/shared/contract/selling.ts';

export const goodProduct: Product = {
  productCode: 'TSEL10',
  productName: 'Telkomsel 10.000',
  kind: 'prepaid',
  type: 'Umum',
  active: true,
  description: null,
  category: 'Pulsa',
  brand: 'TELKOMSEL',
  logo: null,
  cutOff: null,
  admin: null,
  commission: null,
  faults: [],
};
