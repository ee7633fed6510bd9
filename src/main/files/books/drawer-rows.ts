import { type CashCount, piecesOf } from '../../../shared/domain/drawer-count.ts';
import { sumDrawers } from '../../../shared/domain/drawer-sums.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import type { RecapShift } from '../../ledger/index.ts';
import type { Words } from '../export/sale-table.ts';

/** What the drawers of the shifts lacked or had too much, and their pay-ins and pay-outs by category. */
export function drawerRows(shifts: readonly RecapShift[]): [Words, number][] {
  const { atOpening, atClose, moves } = sumDrawers(shifts);
  const rows: [Words, number][] = [
    [['Uang awal kurang', 'Opening short'], -atOpening.short],
    [['Uang awal lebih', 'Opening over'], atOpening.over],
    [['Tutup shift kurang', 'Close short'], -atClose.short],
    [['Tutup shift lebih', 'Close over'], atClose.over],
    ...moves.map(({ direction, category, amount }): [Words, number] => {
      const [id, en] = category === null ? ['Tanpa kategori', 'No category'] : [category, category];
      return direction === 'in'
        ? [[`Uang masuk: ${id}`, `Paid in: ${en}`], amount]
        : [[`Uang keluar: ${id}`, `Paid out: ${en}`], -amount];
    }),
  ];
  return rows.filter(([, amount]) => amount !== 0);
}

/** "100.000×2, 500×4", with coins that were counted together as their sum. */
export const countText = (count: CashCount | null | undefined): string | null =>
  count
    ? [
        ...piecesOf(count).map(([each, number]) => `${groupThousands(each)}×${number}`),
        ...(count.coins === 0 ? [] : [groupThousands(count.coins)]),
      ].join(', ')
    : null;
