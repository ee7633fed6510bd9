import type { Product } from '../../src/shared/contract/selling.ts';

/** Answers of the payment service as its interface documents them, with numbers that are obviously nobody's. */

const brand = { name: 'PLN', logo: 'https://provider.example/pln.png' };
const category = { name: 'Tagihan Listrik' };

export const envelope = (data: unknown, rest: object = {}) => ({ status: 'success', message: 'OK', data, ...rest });

export const orderData = (rest: object = {}) => ({
  transaction_id: 'T-1',
  product_code: 'TSEL10',
  product_name: 'Telkomsel 10.000',
  status: 'pending',
  message: 'Diproses',
  ...rest,
});

/** Beyond the spec: what became of an order (src/shared/wire/capabilities.ts). */
export const statusData = (rest: object = {}) => ({
  transaction_id: 'T-1',
  product_code: 'TSEL10',
  product_name: 'Telkomsel 10.000',
  customer_no: '081234567890',
  status: 'success',
  sn: 'SN-0001',
  message: 'Transaksi sukses',
  price: 10_250,
  stopped: false,
  ...rest,
});

export const paymentData = (rest: object = {}) => ({
  data: {
    transaction_id: 'B-1',
    product_code: 'PLNPOST',
    brand,
    category,
    customer_no: '530000000001',
    customer_name: 'NAMA CONTOH',
    price: 152_500,
    sn: 'SN-0001',
    status: 'Sukses',
    message: 'Pembayaran berhasil',
    ...rest,
  },
});

export const inquiryData = (rest: object = {}) => ({
  transaction_id: 'B-1',
  product_code: 'PLNPOST',
  brand,
  category,
  customer_name: 'NAMA CON***',
  price: 152_500,
  status: 'inquiry',
  message: 'Tagihan ditemukan',
  description: {
    bill_sheet: 1,
    details: [{ period: 'JAN 2026', bill_value: '150000', price_admin: '2500' }],
  },
  ...rest,
});

const common = {
  product_name: 'Nama',
  type: 'Umum',
  Status: 'active',
  description: '-',
};

export const prepaidData = (rest: object = {}) => ({
  ...common,
  product_code: 'TSEL10',
  category: { name: 'Pulsa' },
  brand: { name: 'TELKOMSEL', logo: 'https://provider.example/tsel.png' },
  start_cut_off: '23:30:00',
  end_cut_off: '00:30:00',
  ...rest,
});

export const postpaidData = (rest: object = {}) => ({
  ...common,
  product_code: 'PLNPOST',
  Category: category,
  Brand: brand,
  admin: 2500,
  commission: 1000,
  ...rest,
});

export const webhookBody = (rest: object = {}) => ({
  transaction_id: 'T-1',
  product_name: 'Telkomsel 10.000',
  customer_no: '081234567890',
  sn: 'SN-0001',
  status: 'success',
  message: 'Sukses',
  ...rest,
});

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

/** Environment of a live shop whose provider and relay answer nobody. */
export const liveUnanswered = {
  KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1',
  KONTER_SECRET_KEY: 'made-up',
  KONTER_RELAY_URL: 'http://127.0.0.1:9',
  KONTER_RELAY_MAILBOX: 'm',
  KONTER_RELAY_TOKEN: 'made-up',
};
