import type { FieldNames } from './headings.ts';
import { cellValue } from './table-file.ts';

/** No count, no sum, no state, and no price of before. */
const isNow =
  '(?!.*(?:status|name|nama|terjual|seller|total|jumlah|\\b(?:jml|qty|stok|stock|lama|old|sebelum|sebelumnya|kemarin|lalu|previous|tgl|tanggal|date)\\b))';

/** How suppliers and shops call the columns of a price list, best first. */
export const listHeadings: FieldNames = {
  productCode: [
    /^(?:kode|code|sku|kode produk|product code|kode voucher|buyer sku code|sku code|item code|kode barang|produk kode)$/,
    /^(?!.*(?:status|name|nama)).*(?:kode|code|sku)/,
    /^(?:produk|product|item)$/,
  ],
  sellingPrice: [
    new RegExp(`^${isNow}.*\\b(?:jual|sell)\\b.*\\b(?:baru|new)\\b`),
    /^(?:harga )?jual$|^harga (?:jual|toko|konsumen|retail|ecer)$|^(?:selling|retail|sell) price$/,
    new RegExp(`^${isNow}(?!.*(?:beli|modal)).*(?:\\b(?:jual|sell(?:ing)?)\\b|harga ?(?:pen)?jual)`),
  ],
  // A supplier's only price is what the shop pays.
  cost: [
    new RegExp(`^${isNow}.*(?:modal|cost|beli|hpp).*\\b(?:baru|new)\\b`),
    /^(?:modal|hpp|cost|harga (?:beli|modal)|buy(?:ing)? price)$/,
    new RegExp(`^${isNow}(?!.*(?:sku|jual|sell)).*(?:modal|cost|\\bbeli|hargabeli|hpp|\\bbuy)`),
    /^(?:harga|price) (?:baru|new)$|^new price$/,
    /^(?:harga|price|harga (?:member|h2h|reseller|agen|server|dealer))$|^(?:member|h2h|reseller|agen)$/,
    new RegExp(`^${isNow}(?!.*(?:jual|sell)).*(?:harga|price)`),
  ],
  group: [/^(?:grup|group|kelompok)$/, /grup|group|kelompok/],
};

/** How collectors call the columns of a list of bills. */
export const memberHeadings: FieldNames = {
  customerNo: [
    /^(?:nomor|no|number|nomor pelanggan|no pelanggan|id ?pel(?:anggan)?|customer (?:no|number|id)|nomor tagihan)$/,
    /\b(?:id ?pel(?:anggan)?|nomor (?:pelanggan|meter|va|tagihan)|customer)\b/,
  ],
  productCode: [/^(?:kode|code|sku|kode produk|product code)$/, /\b(?:kode|code|sku)\b/, /^(?:produk|product|jenis)$/],
  payer: [/^(?:pembayar|payer|dibayar oleh|paid by|penanggung)$/, /\b(?:pembayar|payer|dibayar oleh|paid by)\b/],
  name: [/^(?:nama|name|nama pelanggan|customer name|warga|anggota|member)$/, /\b(?:nama|name|warga|anggota)\b/],
};

export const listQuestion = {
  names: listHeadings,
  isValue: (cell: string): boolean => /^(?:rp\.?|idr)?\s*\d[\d.,\s-]*$/i.test(cellValue(cell)),
  anyNames: false,
  minColumns: 1,
  withoutHidden: true,
};

/** The tables that are looked for in files of a shop's own. */
export const listQuestions = {
  prices: listQuestion,
  members: { ...listQuestion, names: memberHeadings, minColumns: 2 },
};
