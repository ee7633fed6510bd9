import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { ShiftCash, ShiftReport } from '../../../../shared/domain/shift.ts';
import { classes } from '../../../ui/classes.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Figures } from '../Figures.tsx';
import { HandedOverList } from './HandedOverList.tsx';
import { MoveList } from './MoveList.tsx';

interface Props {
  report: ShiftReport;
  /** what a supervisor saw of an open shift's cash */
  seen?: ShiftCash | null;
  /** of an open shift: beside the cash */
  peek?: ReactNode;
  /** of an open shift: cash in and out */
  move?: ReactNode;
}

/** What a shift comes to: its sales, the drawer, what moved in it, and what the next shift must look after. */
export function ReportView({ report, seen = null, peek, move }: Props) {
  const { t } = useTranslation();
  const { line, moves, handedOver, heldApart, kind, clock } = report;
  return (
    <div className="flex flex-col gap-4">
      {clock === null ? null : (
        <Notice
          tone="pending"
          compact
          title={t(`shifts.clock.${clock}.title`)}
          lines={[t(`shifts.clock.${clock}.text`)]}
        />
      )}
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        <Part title={t('shifts.cash.title')} aside={peek}>
          <Drawer cash={report.cash ?? seen} heldApart={heldApart} seen={report.cash === null && seen !== null} />
        </Part>
        <Part title={t('shifts.move.title')} aside={move}>
          <MoveList moves={moves} />
        </Part>
      </div>
      <Figures line={line} cash={null} />
      <Part title={t(kind === 'z' ? 'shifts.over.z' : 'shifts.over.x')}>
        <HandedOverList sales={handedOver} heldApart={heldApart} />
      </Part>
    </div>
  );
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1 rounded-box border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-semibold">{title}</h4>
        {aside ? <div className="flex flex-wrap gap-2">{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}

function Drawer({ cash, heldApart, seen }: { cash: ShiftCash | null; heldApart: number; seen: boolean }) {
  const { t } = useTranslation();
  if (cash === null) {
    return (
      <p className="flex items-center gap-2 text-ink-soft">
        <EyeOff aria-hidden="true" className="size-5 shrink-0" />
        {t('shifts.cash.blind')}
      </p>
    );
  }
  const rows = [
    [t('shifts.cash.opening'), cash.opening],
    [t('shifts.cash.taken'), cash.taken],
    [t('shifts.cash.returned'), -cash.returned],
    [t('shifts.cash.paidIn'), cash.paidIn],
    [t('shifts.cash.paidOut'), -cash.paidOut],
  ] as const;
  return (
    <dl className="flex flex-col">
      {rows.map(([label, amount]) => (
        <MoneyRow key={label} label={label} amount={amount} />
      ))}
      <MoneyRow label={t(seen ? 'shifts.cash.expectedSeen' : 'shifts.cash.expected')} amount={cash.expected} sum />
      {heldApart > 0 ? <MoneyRow label={t('shifts.cash.heldApart')} amount={heldApart} /> : null}
    </dl>
  );
}

function MoneyRow({ label, amount, sum = false }: { label: string; amount: number; sum?: boolean }) {
  return (
    <div
      className={classes(
        'flex items-baseline justify-between gap-4 py-0.5',
        sum && 'mt-1 border-t border-line-strong pt-1 text-large font-semibold',
      )}
    >
      <dt className={sum ? '' : 'text-ink-soft'}>{label}</dt>
      <dd className="font-semibold">{formatRupiah(amount)}</dd>
    </div>
  );
}
