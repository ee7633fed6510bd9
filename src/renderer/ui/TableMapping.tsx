import type { ReactNode } from 'react';
import { cellSeparators, type TableLayout, type TableView } from '../../shared/domain/column-mapping.ts';
import { plural } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/translation.ts';
import { Select } from './Field.tsx';
import { ScrollRegion } from './Layout.tsx';

const separatorNames = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const;
const maxHeadingLetters = 60;

interface LayoutFieldsProps<Mapping extends TableLayout> {
  view: TableView;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  disabled?: boolean;
  /** false: nothing in it is an amount */
  hasAmounts?: boolean;
}

/** Where the table stands in its file: sheet, separator, headings, and how amounts are written. */
export function LayoutFields<Mapping extends TableLayout>(props: LayoutFieldsProps<Mapping>) {
  const { view, mapping, onMapping, disabled = false, hasAmounts = true } = props;
  const { t } = useTranslation();
  const hidden = view.sheets.filter((sheet) => sheet.hidden).map(({ name }) => name);
  const others = view.sheets.filter((sheet) => sheet.table && !sheet.hidden && sheet.name !== mapping.sheet);
  const rows = view.top.map((row, at) => {
    const text = row.filter((cell) => cell.trim() !== '').join(' · ');
    return { value: `${at + 1}`, label: `${at + 1}: ${text.slice(0, maxHeadingLetters)}` };
  });
  return (
    <fieldset className="grid grid-cols-2 gap-3" disabled={disabled}>
      <legend className="mb-2 text-small font-medium text-ink-soft">{t('mapping.layout')}</legend>
      {mapping.sheet !== null && view.sheets.length > 1 ? (
        <Select
          label={t('mapping.sheet')}
          value={mapping.sheet}
          choices={view.sheets.map(({ name, hidden: isHidden }) => ({
            value: name,
            label: isHidden ? t('mapping.hiddenSheet', { name }) : name,
          }))}
          onValue={(sheet) => onMapping({ ...mapping, sheet })}
        />
      ) : null}
      {mapping.separator === null ? null : (
        <Select
          label={t('mapping.separator')}
          value={mapping.separator}
          choices={cellSeparators.map((value) => ({ value, label: t(`mapping.separators.${separatorNames[value]}`) }))}
          onValue={(separator) => onMapping({ ...mapping, separator })}
        />
      )}
      <Select
        label={t('mapping.headingRow')}
        value={mapping.headingRow === null ? '' : `${mapping.headingRow}`}
        choices={[{ value: '', label: t('mapping.noHeading') }, ...rows]}
        onValue={(row) => onMapping({ ...mapping, headingRow: row === '' ? null : Number(row) })}
      />
      {hasAmounts ? (
        <Select
          label={t('mapping.decimal')}
          value={mapping.decimal}
          choices={(['comma', 'point'] as const).map((value) => ({ value, label: t(`mapping.decimals.${value}`) }))}
          onValue={(decimal) => onMapping({ ...mapping, decimal })}
        />
      ) : null}
      {others.length === 0 ? null : (
        <p className="col-span-2 font-medium">
          {t('mapping.otherSheets', { ...plural(others.length), what: others.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {hidden.length === 0 ? null : (
        <p className="col-span-2 text-small text-ink-soft">
          {t('mapping.hiddenSheets', { ...plural(hidden.length), what: hidden.join(', ') })}
        </p>
      )}
    </fieldset>
  );
}

interface ReadLinesProps {
  heads: readonly { name: string; number?: boolean }[];
  /** a text alone: the row is no line */
  rows: ReadonlyArray<readonly ReactNode[] | string>;
}

/** The first lines of a file as the mapping reads them. */
export function ReadLines({ heads, rows }: ReadLinesProps) {
  const { t } = useTranslation();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-small font-medium text-ink-soft">{t('mapping.lines')}</h3>
      <ScrollRegion label={t('mapping.lines')} className="overflow-x-auto rounded-box border border-line">
        <table className="w-full text-left text-small whitespace-nowrap">
          <thead>
            <tr className="border-b border-line">
              {heads.map(({ name, number }) => (
                <th key={name} scope="col" className={number ? 'px-2 py-1 text-right' : 'px-2 py-1'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines of a file have nothing else, and stay where they are
              <tr key={at} className="border-t border-line">
                {typeof row === 'string' ? (
                  <td colSpan={heads.length} className="max-w-96 truncate px-2 py-1 text-ink-soft">
                    {t('mapping.skipped', { words: row })}
                  </td>
                ) : (
                  row.map((cell, column) => (
                    <td
                      key={heads[column]?.name}
                      className={
                        heads[column]?.number ? 'px-2 py-1 text-right tabular-nums' : 'max-w-60 truncate px-2 py-1'
                      }
                    >
                      {cell}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

interface ReadValueProps {
  /** null: it could not be read */
  value: string | null;
  /** as it stands in the file; null: it is empty there */
  written: string | null;
  /** it was read, and its meaning is not confirmed */
  isWord?: boolean;
}

/** A value as it was read, or what stands there in its place. */
export function ReadValue({ value, written, isWord = false }: ReadValueProps) {
  const { t } = useTranslation();
  if (value !== null) return value;
  if (written === null) return <span className="text-ink-soft">{t('mapping.empty')}</span>;
  const words = t(isWord ? 'mapping.unknown' : 'mapping.unreadable', { words: written });
  return <span className="font-medium text-unknown">{words}</span>;
}
