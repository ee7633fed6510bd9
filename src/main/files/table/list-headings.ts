import type { FieldNames } from './headings.ts';
import { cellValue } from './table-file.ts';

/** How suppliers and shops call the columns of a price list, best first. */
export const listHeadings: FieldNames = {
  productCode: [
    /^(?:kode|code|sku|kode produk|product code|kode voucher|buyer sku code|sku code|item code|kode barang|produk kode)$/,
    /^(?!.*(?:status|name|nama)).*(?:kode|code|sku)/,
    /^(?:produk|product|item)$/,
  ],
  sellingPrice: [
    /^(?:harga )?jual$|^harga (?:jual|toko|konsumen|retail|ecer)$|^(?:selling|retail|sell) price$/,
    /^(?!.*(?:beli|modal|status)).*(?:jual|sell)/,
  ],
  // A supplier's only price is what the shop pays.
  cost: [
    /^(?:modal|hpp|cost|harga (?:beli|modal)|buy(?:ing)? price)$/,
    /^(?!.*(?:status|sku|name|nama|jual|sell)).*(?:modal|cost|beli|hpp|\bbuy)/,
    /^(?:harga|price|harga (?:member|h2h|reseller|agen|server|dealer))$|^(?:member|h2h|reseller|agen)$/,
    /^(?!.*(?:jual|sell|status|name|nama)).*(?:harga|price)/,
  ],
  group: [/^(?:grup|group|kelompok)$/, /grup|group|kelompok/],
};

export const listQuestion = {
  names: listHeadings,
  isValue: (cell: string): boolean => /^(?:rp\.?|idr)?\s*\d[\d.,\s-]*$/i.test(cellValue(cell)),
  anyNames: false,
  minColumns: 1,
};
