import type { ReactNode } from 'react';
import { type CashServiceSum, type ShiftPurse } from '../../../../shared/domain/cash-service-sums.ts';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { type CashCount, piecesOf } from '../../../../shared/domain/drawer-count.ts';
import { sumMoves } from '../../../../shared/domain/drawer-sums.ts';
import { formatRupiah, groupThousands } from '../../../../shared/domain/money.ts';
import { accountMethods } from '../../../../shared/domain/payment.ts';
import {
  type CashMove,
  type HandedOver,
  type MoneyToReturn,
  openCash,
  openingNotes,
  type ShiftCash,
  type ShiftMethods,
  type ShiftReport,
  sumToReturn,
} from '../../../../shared/domain/shift.ts';
import { plural } from '../../../i18n/i18n.ts';
import { timeText } from '../../../i18n/time-text.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { showReceipt } from '../../../state/router.ts';
import { useFetchedSale } from '../../../state/sales.ts';
import { useShopZone } from '../../../state/settings.ts';
import { classes, toneText } from '../../../ui/classes.ts';
import { EyeOff, Minus, Plus } from '../../../ui/later-icons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StateBadge } from '../../../ui/SaleSummary.tsx';
import { Figures } from '../Figures.tsx';
import { actorName, serviceRows } from '../report-text.ts';
import { differenceLook } from './cash-count.ts';

interface Props {
  report: ShiftReport;
  /** an open shift's cash, shown to a supervisor */
  seen?: ShiftCash | null;
  /** the same of its purse */
  seenPurse?: ShiftPurse | null;
  /** of an open shift: beside the cash */
  peek?: ReactNode;
  /** of an open shift: cash in and out */
  move?: ReactNode;
}

/** A shift's sales, its drawer, the movements of cash, and the open points for the next shift. */
export function ReportView({ report, seen = null, seenPurse = null, peek, move }: Props) {
  const { t } = useTranslation();
  const cash = report.cash ?? seen;
  const { line, methods, services, purse, moves, handedOver, heldApart, toReturn, kind, clock } = report;
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
      <OpeningDifference report={report} />
      {/* Where the cash is hidden it is a line, with nothing to stand beside it. */}
      <div className={classes('grid items-start gap-4', cash !== null && '2xl:grid-cols-2')}>
        <ReportSection title={t('shifts.cash.title')} aside={peek}>
          <Drawer cash={cash} open={openCash(report)} seen={report.cash === null && seen !== null} />
        </ReportSection>
        <ReportSection title={t('shifts.move.title')} aside={move}>
          <MoveList moves={moves} />
        </ReportSection>
      </div>
      <Services sums={services} purse={purse ?? seenPurse} />
      <Pieces count={report.shift.closed?.count ?? report.shift.openingCount} isClosed={report.shift.closed !== null} />
      <Methods {...methods} />
      <Figures line={line} />
      <ReportSection title={t(kind === 'z' ? 'shifts.over.z' : 'shifts.over.x')}>
        <ToReturn {...toReturn} />
        <HandedOverList sales={handedOver} heldApart={heldApart} />
      </ReportSection>
    </div>
  );
}

/** Cash that vanished, or came, between two shifts: no shift's own difference has it. */
function OpeningDifference({ report }: { report: ShiftReport }) {
  const { t } = useTranslation();
  const { carried } = report.shift;
  if (carried === null || carried.difference === 0) return null;
  return (
    <Notice
      tone={carried.difference < 0 ? 'failed' : 'unknown'}
      compact
      title={t('shifts.opening.title', { difference: differenceLook(t, carried.difference).text })}
      lines={[
        ...openingNotes(report).map(({ by, text }) =>
          t('shifts.opening.why', { reason: text ?? t('receipts.erased'), who: actorName(t, by) }),
        ),
        t('shifts.opening.text', { expected: formatRupiah(carried.expected) }),
      ]}
    />
  );
}

function ReportSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
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

interface DrawerProps {
  cash: ShiftCash | null;
  open: ReturnType<typeof openCash>;
  seen: boolean;
}

/** What is in it that is not the shop's yet is said as in the strip above: on hold, and to be returned. */
function Drawer({ cash, open: { held, toReturn }, seen }: DrawerProps) {
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
    ...(cash.servicesIn === 0 ? [] : [[t('cashServices.shift.in'), cash.servicesIn] as const]),
    ...(cash.servicesOut === 0 ? [] : [[t('cashServices.shift.out'), -cash.servicesOut] as const]),
  ] as const;
  return (
    <dl className="flex flex-col">
      {rows.map(([label, amount]) => (
        <MoneyRow key={label} label={label} amount={amount} />
      ))}
      <MoneyRow label={t(seen ? 'shifts.cash.expectedSeen' : 'shifts.cash.expected')} amount={cash.expected} sum />
      {held > 0 ? <MoneyRow label={t('shifts.cash.heldApart')} amount={held} /> : null}
      {toReturn > 0 ? <MoneyRow label={t('shifts.cash.toReturn')} amount={toReturn} /> : null}
    </dl>
  );
}

/** The one sum that the strip above has, and what of it the count of the drawer has not. */
function ToReturn(money: MoneyToReturn) {
  const { t } = useTranslation();
  const { cash, other, change } = money;
  const sum = sumToReturn(money);
  if (sum === 0) return null;
  const sub = [
    [t('shifts.toReturn.sales'), cash + other],
    [t('shifts.toReturn.other'), other],
    [t('shifts.toReturn.change'), change],
  ] as const;
  return (
    <dl aria-label={t('shifts.toReturn.sum')} className="mb-1 border-b border-line pb-1">
      <MoneyRow label={t('shifts.toReturn.sum')} amount={sum} strong />
      {sum === cash
        ? null
        : sub
            .filter(([, amount]) => amount > 0)
            .map(([label, amount]) => <MoneyRow key={label} label={label} amount={amount} />)}
    </dl>
  );
}

/** What was passed on and earned, and the purse that it moved; nothing where the shop has neither. */
function Services({ sums, purse }: { sums: readonly CashServiceSum[]; purse: ShiftPurse | null }) {
  const { t } = useTranslation();
  if (sums.length === 0 && purse === null) return null;
  const rows = serviceRows(t, sums);
  return (
    <div className={classes('grid items-start gap-4', purse !== null && '2xl:grid-cols-2')}>
      <ReportSection title={t('cashServices.title')}>
        <dl className="flex flex-col">
          {rows.map(([label, of]) => (
            <MoneyRow key={label} label={label} amount={of} />
          ))}
        </dl>
      </ReportSection>
      {purse === null ? null : <Purse {...purse} />}
    </div>
  );
}

/** What was counted of each note and coin: at the close, while the shift is open at its opening. */
function Pieces({ count, isClosed }: { count: CashCount | null; isClosed: boolean }) {
  const { t } = useTranslation();
  if (count === null) return null;
  return (
    <ReportSection title={t(isClosed ? 'shifts.count.atClose' : 'shifts.count.atOpening')}>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {piecesOf(count).map(([each, number]) => (
          <MoneyRow key={each} label={`${groupThousands(each)} × ${groupThousands(number)}`} amount={each * number} />
        ))}
        {count.coins === 0 ? null : <MoneyRow label={t('shifts.count.coins')} amount={count.coins} />}
      </dl>
    </ReportSection>
  );
}

function Purse({ name, openingBalance, in: paidIn, out, expected, counted, difference }: ShiftPurse) {
  const { t } = useTranslation();
  const rows = [
    [t('cashServices.shift.opening'), openingBalance, false],
    [t('shifts.move.in'), paidIn, false],
    [t('shifts.move.out'), -out, false],
    [t('shifts.cash.expected'), expected, true],
    [t('shifts.cash.counted'), counted, false],
  ] as const;
  const { tone, text } = differenceLook(t, difference);
  return (
    <ReportSection title={name === '' ? t('cashServices.shift.purse') : t('cashServices.shift.of', { purse: name })}>
      <dl className="flex flex-col">
        {rows.map(([label, amount, sum]) =>
          amount === null ? null : <MoneyRow key={label} label={label} amount={amount} sum={sum} />,
        )}
      </dl>
      {difference === null ? (
        <p className="text-small text-ink-soft">
          {t(counted === null ? 'cashServices.shift.notCounted' : 'cashServices.shift.first')}
        </p>
      ) : (
        <p className={classes('text-right font-semibold', toneText[tone])}>{text}</p>
      )}
    </ReportSection>
  );
}

/** The methods by which anything moved, each by itself, as on the slip. */
function Methods({ tab, ...methods }: ShiftMethods) {
  const { t } = useTranslation();
  const rows: [string, number][] = [
    ...accountMethods.flatMap((method): [string, number][] => {
      const name = t(`payments.method.${method}`);
      const { taken, returned } = methods[method];
      return [
        [name, taken],
        [t('shifts.methods.returned', { method: name }), -returned],
      ];
    }),
    [t('shifts.methods.added'), tab.added],
    [t('shifts.methods.paid'), -tab.paid],
    [t('shifts.methods.paidInCash'), tab.paidInCash],
    [t('shifts.methods.lapsed'), -tab.lapsed],
  ];
  const moved = rows.filter(([, amount]) => amount !== 0);
  if (moved.length === 0) return null;
  return (
    <ReportSection title={t('shifts.methods.title')}>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {moved.map(([label, amount]) => (
          <MoneyRow key={label} label={label} amount={amount} />
        ))}
      </dl>
    </ReportSection>
  );
}

interface MoneyRowProps {
  label: string;
  /** whole rupiah */
  amount: number;
  /** below the rows that it sums */
  sum?: boolean;
  /** above the rows that are its parts */
  strong?: boolean;
}

function MoneyRow({ label, amount, sum = false, strong = false }: MoneyRowProps) {
  return (
    <div
      className={classes(
        'flex items-baseline justify-between gap-4 py-0.5',
        (sum || strong) && 'text-large font-semibold',
        sum && 'mt-1 border-t border-line-strong pt-1',
      )}
    >
      <dt className={sum || strong ? '' : 'text-ink-soft'}>{label}</dt>
      <dd className="font-semibold">{formatRupiah(amount)}</dd>
    </div>
  );
}

interface HandedOverListProps {
  sales: readonly HandedOver[];
  /** of these: cash in the drawer that is not the shop's yet */
  heldApart: number;
}

/** The sales that the next shift must look after, by name: not settled, or their cash is to be returned. */
function HandedOverList({ sales, heldApart }: HandedOverListProps) {
  const { t } = useTranslation();
  if (sales.length === 0) return <p className="text-ink-soft">{t('shifts.over.none')}</p>;
  return (
    <>
      <p className="text-ink-soft">
        {t('shifts.over.sum', { ...plural(sales.length), cash: formatRupiah(heldApart) })}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {sales.map((sale) => (
          <li key={sale.id}>
            <Row sale={sale} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ sale: { id, state, amount, cash } }: { sale: HandedOver }) {
  const { t } = useTranslation();
  const sale = useFetchedSale(id);
  return (
    <button
      type="button"
      onClick={() => showReceipt(id)}
      className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-4 py-1 text-left hover:bg-sunken"
    >
      <span className="min-w-0">
        <span className="block font-mono font-semibold">
          {sale ? groupCustomerNo(sale.customerNo) : t('common.none')}
        </span>
        <span className="block text-small text-ink-soft">
          {sale ? (sale.productName ?? sale.productCode) : ''} · {id.slice(-8).toUpperCase()}
        </span>
      </span>
      <span className="flex flex-col items-end">
        <span className="flex items-center gap-3">
          <StateBadge state={state} />
          <span className="font-semibold">{formatRupiah(amount)}</span>
        </span>
        {cash > 0 ? <span className="text-small">{t('shifts.over.cash', { cash: formatRupiah(cash) })}</span> : null}
      </span>
    </button>
  );
}

/** Cash that was put in or taken out, with who and why. */
function MoveList({ moves }: { moves: readonly CashMove[] }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  if (moves.length === 0) return <p className="text-ink-soft">{t('shifts.move.none')}</p>;
  const sums = moves.some(({ category }) => category !== null) ? sumMoves(moves) : [];
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {moves.map(({ seq, at, by, direction, amount, category, reason }) => {
          const Icon = direction === 'in' ? Plus : Minus;
          return (
            <li key={seq} className="flex items-baseline gap-3 py-1.5">
              <Icon aria-hidden="true" className="size-4 shrink-0 self-center" strokeWidth={2.5} />
              <span className="min-w-0 flex-1 break-words">
                {reason ?? t('receipts.erased')}
                <span className="text-small text-ink-soft">
                  {' '}
                  {category === null ? '' : `· ${category} `}· {timeText(at, zone)} · {actorName(t, by)}
                </span>
              </span>
              <span className="font-semibold whitespace-nowrap">
                <span className="sr-only">{t(`shifts.move.${direction}`)} </span>
                {formatRupiah(direction === 'in' ? amount : -amount)}
              </span>
            </li>
          );
        })}
      </ul>
      {sums.length === 0 ? null : (
        <dl className="border-t border-line-strong pt-1">
          {sums.map(({ direction, category, amount }) => (
            <MoneyRow
              key={`${direction} ${category}`}
              label={`${t(`shifts.move.${direction}`)}: ${category ?? t('shifts.move.noCategory')}`}
              amount={direction === 'in' ? amount : -amount}
            />
          ))}
        </dl>
      )}
    </>
  );
}
