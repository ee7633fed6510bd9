import { useTranslation } from 'react-i18next';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { LogoField } from './LogoField.tsx';
import { columnCounts } from './printer-draft.ts';
import type { DraftProps } from './TransportFields.tsx';

const languages = ['escpos', 'starprnt'] as const;
const codePages = ['cp437', 'cp858', 'windows1252', 'ascii'] as const;
const cuts = ['partial', 'full', 'none'] as const;
const drawers = ['none', 'by_hand', 'with_receipt', 'with_cash'] as const;

/** What a roll printer can do: its language and columns, and behind them what is rarely another way. */
export function RollFields({ draft, change, fault }: DraftProps) {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <Choice
          label={t('printers.form.columns')}
          value={String(draft.columns)}
          choices={columnCounts.map((n) => ({ value: String(n), label: String(n) }))}
          onValue={(value) => change({ columns: columnCounts.find((n) => String(n) === value) ?? draft.columns })}
        />
        <p className="pt-1 text-small text-ink-soft">{t('printers.form.columnsHint')}</p>
      </div>
      <Choice
        label={t('printers.form.language')}
        value={draft.language}
        choices={languages.map((value) => ({ value, label: t(`printers.form.languages.${value}`) }))}
        onValue={(language) => change({ language })}
      />
      <details open={fault('feed') !== null || undefined}>
        <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
          {t('printers.form.more')}
        </summary>
        <div className="flex flex-col gap-3 pt-2">
          <Choice
            label={t('printers.form.codePage')}
            value={draft.codePage}
            choices={codePages.map((value) => ({ value, label: t(`printers.form.codePages.${value}`) }))}
            onValue={(codePage) => change({ codePage })}
          />
          <Choice
            label={t('printers.form.cut')}
            value={draft.cut}
            choices={cuts.map((value) => ({ value, label: t(`printers.form.cuts.${value}`) }))}
            onValue={(cut) => change({ cut })}
          />
          <TextField
            label={t('printers.form.feed')}
            inputMode="numeric"
            fault={fault('feed')}
            value={draft.feed}
            onChange={(event) => change({ feed: event.currentTarget.value })}
          />
          <Choice
            label={t('printers.form.drawer')}
            value={draft.drawer}
            choices={drawers.map((value) => ({ value, label: t(`printers.form.drawers.${value}`) }))}
            onValue={(drawer) => change({ drawer })}
          />
          <LogoField logo={draft.logo} columns={draft.columns} onLogo={(logo) => change({ logo })} />
        </div>
      </details>
    </>
  );
}
