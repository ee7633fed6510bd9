import { isInCutOff, readCutOff } from '../../shared/domain/cut-off.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import type { ListedProduct } from '../../shared/wire/capabilities.ts';
import { relayRef } from '../../shared/wire/relay.ts';
import type { Order } from './order.ts';
import type { InquiryReading } from './provider-adapter.ts';

/** An answer of the bridge: the spec's envelope, and its HTTP status. */
export interface Reply {
  status: number;
  envelope: { status: 'success' | 'error' | 'pending'; message: string; data: object };
}

const providerZone = 'Asia/Jakarta';
export const succeed = (data: object): Reply => ({ status: 200, envelope: { status: 'success', message: 'OK', data } });
/** A refusal: nothing was sent to the provider for this request. */
export const refuse = (status: 400 | 401 | 403 | 404 | 413 | 422, message: string): Reply => ({
  status,
  envelope: { status: 'error', message, data: {} },
});
/** It may have been bought, and is found out. */
export const underWay = (status: 202 | 409 | 429 | 500 | 503, message: string): Reply => ({
  status,
  envelope: { status: 'pending', message, data: {} },
});

/** The provider's ref of a shop's id: both know only letters and digits. */
export const refIdOf = (ref: string): string => ref.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
export const shortRef = (refId: string): string => refId.slice(-8);

export const brandOf = (product: ListedProduct | null) => ({ name: product?.brand ?? '', logo: '' });
export const categoryOf = (product: ListedProduct | null) => ({ name: product?.category ?? '' });
export const iso = (ms: number): string => new Date(ms).toISOString();

export const notListed = refuse(404, 'Produk tidak ada di daftar provider');
const inactive = refuse(422, 'Produk tidak dijual saat ini');

/** Why a purchase was not placed. */
export const placementRefusals = {
  other: underWay(409, 'Nomor referensi ini milik pesanan lain'),
  old: underWay(409, 'Nomor referensi ini dari pesanan lama'),
  mailbox: refuse(403, 'callback_url bukan kotak surat kasir ini'),
  limit: refuse(422, 'Batas belanja hari ini tidak cukup untuk produk ini'),
  expired: refuse(422, 'Tagihan ini dari hari lain: cek tagihan lagi'),
} as const;

export const emptyOrder = {
  sentAt: null,
  lastAt: null,
  nextAt: null,
  attempts: 0,
  accepted: 0,
  contradicted: 0,
  doubt: null,
  doubtAt: null,
  cost: 0,
  total: null,
  sn: '',
  message: '',
  customerName: '',
  billKey: '',
} as const;

/** Why a product cannot be sold now; null: it can. */
export function checkSale(product: ListedProduct | null, kind: ListedProduct['kind'], now: number): Reply | null {
  if (product === null || product.kind !== kind) return notListed;
  if (product.status !== 'active') return inactive;
  if (kind === 'prepaid' && product.cost === null) return inactive;
  const cutOff = readCutOff(product.start_cut_off, product.end_cut_off);
  return isInCutOff(cutOff, wallClock(now, providerZone).time) ? refuse(422, 'Produk sedang tutup') : null;
}

/** The mailbox and the shop's id out of a callback address of this relay; null: it is another address. */
export function parseCallback(url: string, relayUrl: string): { mailbox: string; ref: string } | null {
  const start = `${relayUrl}/hooks/`;
  if (!url.startsWith(start)) return null;
  const [mailbox = '', ref = '', ...more] = url.slice(start.length).split('/');
  return more.length === 0 && relayRef.test(mailbox) && relayRef.test(ref) ? { mailbox, ref } : null;
}

/** Spec, Order transaction, with the serial number where there is one. */
export const orderData = ({ refId, product, productName, state, message, sn }: Order) => ({
  transaction_id: refId,
  product_code: product,
  product_name: productName,
  status: state === 'inquired' ? 'pending' : state,
  message: state === 'pending' ? 'Transaksi sedang diproses' : message,
  sn,
});

export const noBill = { bill_sheet: 0, details: [] };

/** Spec, Inquiry result: description. */
export const descriptionOf = ({ sheets, periods }: Extract<InquiryReading, { says: 'bill' }>) => ({
  bill_sheet: sheets,
  details: periods.map(({ period, value, admin }) => ({
    period,
    bill_value: String(value),
    price_admin: String(admin),
  })),
});

/** Spec, Product, in its two shapes. */
export function productData(product: ListedProduct): object {
  const { product_code, product_name, status, description, type, admin, commission } = product;
  const common = { product_code, product_name, type: type ?? 'Umum', Status: status, description: description ?? '' };
  if (product.kind === 'postpaid')
    return {
      ...common,
      Category: categoryOf(product),
      Brand: brandOf(product),
      admin: admin ?? 0,
      commission: commission ?? 0,
    };
  return {
    ...common,
    category: categoryOf(product),
    brand: brandOf(product),
    start_cut_off: product.start_cut_off ?? '00:00:00',
    end_cut_off: product.end_cut_off ?? '00:00:00',
  };
}
