import { type FieldNames, rankedFields } from '../table/headings.ts';
import { cellValue } from '../table/table-file.ts';
import { isRounded } from './statement-numbers.ts';
import { readTime } from './statement-values.ts';

/** Other ids: the customer's, the shop's own reference, a product's. */
const otherId = String.raw`(?!.*(?:customer|pelanggan|tujuan|dest|ref|product|produk|user|agen|member|merchant|outlet|terminal|currency|settle))`;

/** By how providers and banks call them; see `lookAtTable`. */
export const headings: FieldNames = {
  transactionId: [
    /^(?:id (?:trx|txn|transaksi|transaction)|(?:trx|txn|transaksi|transaction|trans|tr) ?(?:id|no)|trxid|trid)$/,
    /^(?:no|nomor|kode|number) (?:trx|transaksi|transaction)$|^(?:trx|transaksi|transaction) (?:no|nomor|number)$/,
    new RegExp(`^${otherId}(?:id|trx)$`),
    new RegExp(`^${otherId}.*(?:transaksi|trx).*(?:id|no|kode|number).*`),
    new RegExp(`^${otherId}(?:id|trx)\\b.*`),
  ],
  customerNo: [
    /^(?:(?:no|nomor|id|number) )?(?:tujuan|pelanggan|customer|msisdn|hp|telepon|telp|dest(?:ination)?)(?: (?:no|number|id|phone))?$/,
    /^(?!.*(?:nama|name)).*(?:tujuan|pelanggan|\bid ?pel\b|customer|msisdn|\bhp\b|phone|dest)/,
    /^(?!.*(?:transaksi|transaction|trx|ref|struk|invoice|urut|seri|rek|account|journal|sn\b)).*(?:nomor|number)/,
    // A number within the text.
    /keterangan|remark|desc|\bdesk\b|uraian|pesan|message|berita/,
  ],
  refund: [
    /^(?:mutasi )?(?:kredit|credit)(?: amount)?$|^(?:(?:dana|uang|saldo) )?masuk$|^incoming$/,
    /^(?:(?:jumlah|nominal|amount|total|dana|saldo|uang) )?(?:refund|pengembalian|retur|reversal|kembali)(?: (?:amount|dana|saldo|uang))?$/,
  ],
  amount: [
    /^(?:mutasi )?(?:debit|debet)(?: amount)?$|^(?:(?:dana|uang|saldo) )?keluar$|^outgoing$/,
    /^(?:harga|price|amount|jumlah|biaya|mutasi|harga beli|transaction amount|original amount|transaction value|total (?:bayar|harga|amount))$/,
    /^(?!.*(?:saldo|balance|freq|count|qty|fee|admin|jual|sell|chip|kredit|credit|masuk|settle|net)).*(?:amount|jumlah|harga|price|total|debit|debet)/,
    /^nominal/,
  ],
  direction: [
    /^(?:d\/?k|d\/?c|db ?\/? ?cr|cr ?\/? ?db|glsign|mutasi|type|tipe|jenis|transaction type|jenis (?:transaksi|mutasi))$/,
  ],
  status: [
    /^(?:(?:transaction|transaksi|trx) )?status(?: (?:transaksi|transaction|trx))?$/,
    /^(?!.*(?:settle|cair)).*status/,
    /^(?:hasil|result|state|rc|ket)$/,
  ],
  time: [
    /^(?:tanggal|date|waktu|tgl|time|datetime|tanggal transaksi|tgl (?:trx|transaksi|tran)|transaction (?:date|time)|trx time|post date|create time|created at)$/,
    /^(?!.*(?:settle|cair|update|efektif|effective|eff|value|expired|jatuh)).*(?:tanggal|date|waktu|tgl|time)/,
    /tanggal|date|waktu|tgl|time/,
  ],
  timeOfDay: [/^(?:jam|time|waktu|pukul|hour|jam tran|trx time|transaction time)$/, /jam|time|waktu|pukul|hour/],
};

export const isValue = (cell: string): boolean => {
  const text = cellValue(cell);
  return /^(?:rp\.?|idr)?\s*[+-]?\d[\d.,\s]*$/i.test(text) || isRounded(text) || readTime(text, 'UTC') !== null;
};

/** Whether a row holds the headings of lines: two fields at least, of which one distinguishes lines. */
export function isHeading(row: readonly string[]): boolean {
  const named = row.some(isValue) ? new Map<string, number>() : rankedFields(row.map(cellValue), headings);
  return named.size > 1 && (named.has('transactionId') || named.has('customerNo'));
}

/** Whether a row below other headings holds values, which a title does not. */
export const isLikeLine = (row: readonly string[]): boolean =>
  row.filter((cell) => cell.trim() !== '').length > 1 && row.some(isValue);
