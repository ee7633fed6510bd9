import type Database from 'better-sqlite3';
import type { Difference } from '../../../shared/contract/reconcile.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import type { Cell } from '../export/formats/cell.ts';
import { byteOrderMark, csvWriter } from '../export/formats/csv.ts';
import { wallTime } from '../export/table.ts';
import type { WholeFile } from '../export/whole-file.ts';
import { readDifferences } from './differences.ts';

const page = 1000;

const words = {
  id: {
    heads: ['Beda', 'Baris', 'ID provider', 'Nomor', 'Jumlah provider', 'Status provider', 'Waktu provider'],
    ours: ['Nomor struk', 'ID provider di Konter', 'Nomor di Konter', 'Harga di Konter', 'Status di Konter', 'Waktu'],
    only_there: 'hanya di provider',
    only_here: 'hanya di sini',
    amount: 'jumlah berbeda',
    status: 'status berbeda',
  },
  en: {
    heads: ['Difference', 'Line', 'Provider’s id', 'Number', 'Their amount', 'Their status', 'Their time'],
    ours: ['Receipt number', 'Provider’s id here', 'Number here', 'Price here', 'State here', 'Time here'],
    only_there: 'only at the provider',
    only_here: 'only here',
    amount: 'amount differs',
    status: 'status differs',
  },
} as const;

/** Every difference as a line of a CSV, safe to open as an export is. Answers how many. */
export function writeDifferences(
  scratch: Database.Database,
  file: WholeFile,
  { language, timeZone }: { language: Language; timeZone: string },
  stillWanted: () => void,
): number {
  const said = words[language];
  const separator = language === 'id' ? 'semicolon' : 'comma';
  const time = wallTime(timeZone);
  const kindOf = (one: Difference): string =>
    one.kind === 'different'
      ? [...(one.amountDiffers ? [said.amount] : []), ...(one.statusDiffers ? [said.status] : [])].join(', ')
      : said[one.kind];
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
  const lines = csvWriter(separator);
  file.write(byteOrderMark + lines([[...said.heads, ...said.ours]]));
  let rows = 0;
  for (let after = 0; ; ) {
    stillWanted();
    const found = readDifferences(scratch, { after, limit: page });
    const last = found.at(-1);
    if (!last) return rows;
    file.write(lines(found.map(cells)));
    rows += found.length;
    after = last.place;
  }
}
