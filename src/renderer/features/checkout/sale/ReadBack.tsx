import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { changeDue } from '../../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { lengthDoubt } from '../../../../shared/domain/entry/usual-length.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { ProductKind } from '../../../../shared/domain/product-kind.ts';
import type { Binding } from '../../../keys/match.ts';
import { pointerSettles, readBackSettles, useSettled } from '../../../keys/settled.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { AboveActions } from './AboveActions.tsx';
import { LengthDoubt } from './LengthDoubt.tsx';

interface Props {
  product: string;
  customerNo: string;
  customerName?: string | null;
  total: number;
  tendered: number | null;
  /** words for sending */
  go: string;
  onGo: () => void;
  onBack: () => void;
  /** says how long its numbers usually are; null where the product is not known */
  kind: ProductKind | null;
  /** what is to be known of the money before it is sent */
  notes?: readonly string[];
  /** what stands in the way, above the buttons */
  children?: ReactNode;
  /** changes when something new appeared in the same place */
  what?: unknown;
}

/** What will be sent, large enough to be read to the customer. Enter sends, once it has been in sight. */
export function ReadBack(props: Props) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const settled = useSettled(readBackSettles, props.what ?? null);
  const clickable = useSettled(pointerSettles, props.what ?? null);
  const { go, onGo, onBack } = props;
  useEffect(() => panel.current?.focus(), []);
  useKeys(
    useMemo(
      (): Binding[] => [
        { key: 'Enter', label: go, run: () => (settled ? onGo() : undefined) },
        { key: 'Escape', label: t('sell.edit'), run: onBack },
      ],
      [t, go, onGo, onBack, settled],
    ),
  );
  const { total, tendered, kind, notes = [] } = props;
  const doubt = kind === null ? null : lengthDoubt(props.customerNo, kind);
  const cash = tendered === null || tendered === total ? t('sell.exact') : formatRupiah(tendered);
  const label = [
    t('sell.readBack'),
    groupCustomerNo(props.customerNo),
    // Beside the number, or whoever cannot see the notice sends before they hear of it.
    doubt ? t('entry.lengthAsk.title', { ...doubt }).replace(/\.$/, '') : null,
    props.customerName,
    props.product,
    `${t('sell.total')} ${formatRupiah(total)}`,
    `${t('sell.tendered')} ${cash}`,
    `${t('sell.change')} ${formatRupiah(changeDue(total, tendered))}`,
    ...notes.map((note) => note.replace(/\.$/, '')),
  ];
  return (
    <AboveActions
      label={label.filter(Boolean).join('. ')}
      panel={panel}
      obstacle={props.children ?? null}
      actions={
        <div className="flex items-center justify-between gap-3">
          <Button large hotkey="Esc" onClick={onBack}>
            {t('sell.edit')}
          </Button>
          <Button look="primary" large hotkey="Enter" disabled={!clickable} onClick={onGo} className="min-w-48">
            {go}
          </Button>
        </div>
      }
    >
      <p className="text-small font-medium text-ink-soft">{t('sell.readBack')}</p>
      <div>
        <p
          data-testid="read-back-number"
          className={classes(
            'font-mono font-bold break-words',
            props.customerNo.length > 16 ? 'text-title' : 'text-giant',
          )}
        >
          {groupCustomerNo(props.customerNo)}
        </p>
        {props.customerName ? <p className="text-title font-semibold">{props.customerName}</p> : null}
        <p className="text-title">{props.product}</p>
      </div>
      {doubt ? <LengthDoubt doubt={doubt} /> : null}
      <Money total={props.total} tendered={props.tendered} />
      {notes.map((note) => (
        <p key={note} className="text-large font-semibold">
          {note}
        </p>
      ))}
    </AboveActions>
  );
}

function Money({ total, tendered }: { total: number; tendered: number | null }) {
  const { t } = useTranslation();
  const rows: ReadonlyArray<[string, string]> = [
    [t('sell.total'), formatRupiah(total)],
    [t('sell.tendered'), tendered === null || tendered === total ? t('sell.exact') : formatRupiah(tendered)],
  ];
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-t border-line pt-4">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-large text-ink-soft">{label}</dt>
          <dd className="text-right text-title font-semibold">{value}</dd>
        </div>
      ))}
      <dt className="text-large text-ink-soft">{t('sell.change')}</dt>
      <dd className="text-right text-giant font-bold">{formatRupiah(changeDue(total, tendered))}</dd>
    </dl>
  );
}
