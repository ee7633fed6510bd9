import { isCustomerService } from '../../../shared/domain/cash-service.ts';
import { cashServiceNames } from '../../../shared/domain/cash-service-entry.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import { serviceNumber } from '../../../shared/domain/receipt/cash-service-slip.ts';
import type { Recap, RecapService } from '../../ledger/index.ts';
import type { Cell } from '../export/csv.ts';
import type { Words } from '../export/sale-table.ts';
import type { Sheet, SheetColumn } from '../export/xlsx.ts';

/** The words and forms of a workbook. */
interface Look {
  language: Language;
  of(words: Words): string;
  actor(name: string): string;
  column(header: Words, type?: SheetColumn['type']): SheetColumn;
  time(at: string | null): string | null;
}

/** Whether these days have anything of cash services: a shop without them has no columns for them. */
export const keepsServices = ({ services, shifts }: Pick<Recap, 'services' | 'shifts'>): boolean =>
  services.length > 0 || shifts.some(({ closed }) => (closed?.purse ?? null) !== null);

/** Of cash services, what was passed on is no turnover: it stands apart. Nothing where the shop has none. */
export function serviceSums(services: readonly RecapService[]): [Words, number][] {
  if (services.length === 0) return [];
  const ofCustomers = services.filter(({ kind }) => isCustomerService(kind));
  const sum = (of: (entry: RecapService) => number): number => ofCustomers.reduce((all, entry) => all + of(entry), 0);
  return [
    [['Jasa tunai: diteruskan, bukan omzet', 'Cash services: passed on, no turnover'], sum(({ amount }) => amount)],
    [['Jasa tunai: biaya, laba toko', 'Cash services: fees, earned'], sum(({ fee }) => fee)],
  ];
}

/** Every record and every counter entry: the total row is what is left of them. */
export function servicesSheet(services: readonly RecapService[], { of, actor, column, time, language }: Look): Sheet[] {
  if (services.length === 0) return [];
  const counters = services.some(({ counter }) => counter !== undefined);
  const amounts = ({ kind, amount, fee, cash, purse }: RecapService): number[] => [
    isCustomerService(kind) ? amount : 0,
    fee,
    cash,
    purse,
  ];
  const total = services.map(amounts).reduce((sum, row) => sum.map((all, at) => all + (row[at] ?? 0)), [0, 0, 0, 0]);
  return [
    {
      name: of(['Jasa tunai', 'Cash services']),
      total: true,
      columns: [
        ...(counters ? [column(['Konter', 'Counter'])] : []),
        column(['Waktu', 'Time'], 'time'),
        column(['Hari', 'Day'], 'day'),
        column(['Shift', 'Shift'], 'count'),
        column(['Oleh', 'By']),
        column(['Jasa', 'Service']),
        column(['Diteruskan', 'Passed on'], 'rupiah'),
        column(['Biaya', 'Fee'], 'rupiah'),
        column(['Laci', 'Drawer'], 'rupiah'),
        column(['Saldo agen', 'Purse'], 'rupiah'),
        column(['Referensi atau alasan', 'Reference or reason']),
        column(['No. catatan', 'Record no.']),
        column(['Membatalkan', 'Reverses']),
      ],
      rows: [
        ...services.map((entry): Cell[] => [
          ...(counters ? [entry.counter ?? null] : []),
          time(entry.at),
          entry.day,
          entry.shift,
          actor(entry.by),
          cashServiceNames[language][entry.kind],
          ...amounts(entry),
          entry.note,
          serviceNumber(entry.id),
          entry.reverses && serviceNumber(entry.reverses),
        ]),
        [of(['Jumlah', 'Total']), ...(counters ? [null] : []), null, null, null, null, ...total, null, null, null],
      ],
    },
  ];
}
