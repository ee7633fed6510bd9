import type Database from 'better-sqlite3';
import type { Difference } from '../../../shared/contract/files.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import type { AtomicFile } from '../atomic-file.ts';
import { byteOrderMark, type Cell, csvLines } from '../export/csv.ts';
import { wallTime } from '../export/sale-table.ts';
import { readDifferences } from './comparison-db.ts';

const page = 1000;

const labels = {
  id: {
    headers: ['Beda', 'Baris', 'ID provider', 'Nomor', 'Jumlah provider', 'Status provider', 'Waktu provider'],
    ours: ['Nomor struk', 'ID provider di Konter', 'Nomor di Konter', 'Harga di Konter', 'Status di Konter', 'Waktu'],
    only_there: 'hanya di provider',
    only_here: 'hanya di sini',
    number: 'nomor berbeda',
    amount: 'jumlah berbeda',
    status: 'status berbeda',
  },
  en: {
    headers: ['Difference', 'Line', 'Provider’s id', 'Number', 'Their amount', 'Their status', 'Their time'],
    ours: ['Receipt number', 'Provider’s id here', 'Number here', 'Price here', 'State here', 'Time here'],
    only_there: 'only at the provider',
    only_here: 'only here',
    number: 'number differs',
    amount: 'amount differs',
    status: 'status differs',
  },
} as const;

/** Writes every difference as a row of a CSV. @returns how many */
export function writeDifferences(
  scratch: Database.Database,
  file: AtomicFile,
  { language, timeZone }: { language: Language; timeZone: string },
  throwIfCancelled: () => void,
): number {
  const label = labels[language];
  const separator = language === 'id' ? 'semicolon' : 'comma';
  const time = wallTime(timeZone);
  const kindOf = (one: Difference): string =>
    one.kind === 'different'
      ? [
          ...(one.numberDiffers ? [label.number] : []),
          ...(one.amountDiffers ? [label.amount] : []),
          ...(one.statusDiffers ? [label.status] : []),
        ].join(', ')
      : label[one.kind];
  const cells = (one: Difference): Cell[] => {
    const { there, here } = one;
    return [
      kindOf(one),
      ...(there
        ? [there.line, there.transactionId, there.customerNo, there.amount, there.status, there.time]
        : [null, null, null, null, null, null]),
      ...(here
        ? [here.receiptNo, here.transactionId, here.customerNo, here.amount, here.state, time(here.time)]
        : [null, null, null, null, null, null]),
    ];
  };
  file.write(byteOrderMark + csvLines([[...label.headers, ...label.ours]], separator));
  let rows = 0;
  for (let after = 0; ; ) {
    throwIfCancelled();
    const found = readDifferences(scratch, { after, limit: page });
    const last = found.at(-1);
    if (!last) return rows;
    file.write(csvLines(found.map(cells), separator));
    rows += found.length;
    after = last.place;
  }
}
