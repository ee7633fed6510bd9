import type { BillGroup, MemberMapping, MemberProposal } from '../../shared/contract/bill-groups.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import { maxMembers, memberFields, memberTotal } from '../../shared/domain/bill-group.ts';
import { maxHeadingRow } from '../../shared/domain/column-mapping.ts';
import type { Language } from '../../shared/domain/preferences.ts';
import { groupWords } from '../../shared/domain/receipt/group-slip.ts';
import type { System } from '../base/system.ts';
import {
  type Cell,
  type ChosenFiles,
  cellValue,
  columnNames,
  exportTable,
  fileGone,
  findListTable,
  lettersTo,
  memberHeadings,
  NotATable,
  rankedFields,
  readTable,
  type SmallTableDeps,
} from '../files/index.ts';

/** Rows that are read of a file: of a longer one it is seen that it is too long. */
const maxRows = maxHeadingRow + maxMembers + 1;

/** Proposes how a file with a group's list is read, or reads it as a person says. Its lines are texts, as a person sees and mends them. */
export async function readGroupFile(
  { file, mapping: chosen }: Input<'billGroups.readFile'>,
  files: ChosenFiles,
  system: Pick<System, 'clock' | 'workers'>,
): Promise<Result<MemberProposal>> {
  const path = files.pathOf(file);
  if (path === null) return fileGone();
  try {
    const { sheets, columns, top, ...table } = await findListTable(system, path, chosen ?? null, [], 'members');
    const place = { sheet: table.sheet, separator: table.separator, headingRow: table.headingRow };
    const named = Object.values(chosen?.columns ?? {}).every((name) => name === null || columns.includes(name));
    const mapping: MemberMapping = {
      ...place,
      decimal: chosen?.decimal ?? 'comma',
      columns: chosen && named ? chosen.columns : proposeColumns(columns, place.headingRow !== null),
    };
    const rows = await readTable(system, path, place, maxRows);
    const width = Math.max(0, ...rows.map((row) => row.length));
    const names = place.headingRow === null ? lettersTo(width) : columnNames(rows[place.headingRow - 1] ?? []);
    const cell = (row: readonly string[], name: string | null): string =>
      name === null ? '' : cellValue(row[names.indexOf(name)]).slice(0, 200);
    const lines = rows.slice(place.headingRow ?? 0).map((row) => ({
      name: cell(row, mapping.columns.name),
      productCode: cell(row, mapping.columns.productCode),
      customerNo: cell(row, mapping.columns.customerNo),
      payer: cell(row, mapping.columns.payer),
    }));
    return ok({ from: chosen && named ? 'given' : 'proposed', sheets, columns, top, mapping, lines });
  } catch (error) {
    if (error instanceof NotATable) return fail('invalid_input', 'This is no list.', { reason: error.reason });
    throw error;
  }
}

/** Without headings the columns are in the order of a typed line. */
function proposeColumns(columns: readonly string[], hasHeadings: boolean): MemberMapping['columns'] {
  const positions = hasHeadings
    ? rankedFields(columns, memberHeadings)
    : new Map<string, number>(memberFields.map((field, at) => [field, at]));
  const name = (field: (typeof memberFields)[number]): string | null => columns[positions.get(field) ?? -1] ?? null;
  const first = columns[0] ?? '';
  return {
    name: name('name') ?? first,
    productCode: name('productCode') ?? first,
    customerNo: name('customerNo') ?? first,
    payer: name('payer'),
  };
}

/** The list as it stands today. Its first columns are those that are read in again. */
export function exportGroup(
  { members }: BillGroup,
  { format, separator }: Input<'billGroups.export'>,
  deps: SmallTableDeps,
) {
  const { language } = deps.settings();
  const { columns, states } = groupWords[language];
  const rows = members.map((member): Cell[] => {
    const { name, productCode, customerNo, payer, state, sale, lastMonth } = member;
    return [
      name,
      productCode,
      customerNo,
      payer,
      states[state],
      memberTotal(member),
      lastMonth,
      sale?.receiptNo ?? null,
      sale?.sn ?? null,
    ];
  });
  const types = ['text', 'text', 'text', 'text', 'text', 'rupiah', 'rupiah', 'text', 'text'] as const;
  return exportTable(
    {
      name: nameOf[language],
      format,
      separator,
      columns: columns.map((header, at) => ({ header, type: types[at] ?? 'text' })),
      rows: async () => rows,
    },
    deps,
  );
}

/** In the file's name, which names no group: everybody sees it who opens the folder. */
const nameOf: Readonly<Record<Language, string>> = { id: 'kolektif', en: 'group' };
