import { StatementColumns, statementFields } from '../../shared/contract/reconcile.ts';
import { type JsonFile, jsonFile } from '../base/json-file.ts';

const guesses: Readonly<Record<(typeof statementFields)[number], RegExp>> = {
  // An id may also be the customer's.
  transactionId:
    /^(id|trx|ref)(?!.*(customer|pelanggan|tujuan|dest)).*|.*(transaction|transaksi|trx)[ _-]?id.*|.*id[ _-]?(transaction|transaksi|trx).*/i,
  customerNo: /.*(customer|pelanggan|tujuan|nomor|number|msisdn|dest).*/i,
  amount: /.*(amount|jumlah|harga|price|nominal|debit|total).*/i,
  status: /.*status.*/i,
  time: /.*(time|waktu|tanggal|date|tgl).*/i,
};

const noColumns: StatementColumns = {
  transactionId: null,
  customerNo: null,
  amount: null,
  status: null,
  time: null,
};

/** Which columns said what the last time, in a file of the data folder; what cannot be read is forgotten. */
export const statementColumns = (path: string): JsonFile<StatementColumns> => jsonFile(path, StatementColumns);

/** As the last time where the file has those columns, else by their names; each column says one thing. */
export function mappedColumns(columns: readonly string[], before: StatementColumns | null): StatementColumns {
  const mapped = { ...noColumns };
  const fits = before !== null && statementFields.every((field) => columns.includes(before[field] ?? columns[0] ?? ''));
  if (fits) return before;
  const taken = new Set<string>();
  for (const field of statementFields) {
    const found = columns.find((name) => !taken.has(name) && guesses[field].test(name));
    if (found === undefined) continue;
    mapped[field] = found;
    taken.add(found);
  }
  return mapped;
}
