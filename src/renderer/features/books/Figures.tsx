import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KonterError, ok, type Result } from '../../../shared/contract/errors.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import type { KnownAmount, ReportMoney, ReportRow } from '../../../shared/domain/sales-report.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useLanguage } from '../../state/settings.ts';
import { useServes, useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Equal, EyeOff, TrendingDown, TrendingUp } from '../../ui/icons.tsx';
import { SupervisorPinForm } from '../staff/index.ts';
import { type Days, dayBefore, ofCounter } from './books-store.ts';
import { amountText, rateText, shortDay } from './report-text.ts';

/** The sums of some days, each with the number of sales that it lacks; an unknown amount is left out. */
export function Figures({ line, cash }: { line: ReportRow; cash: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rate = rateText(line.successRate, language);
  const small = [line.turnover, line.price, line.margin].some(({ amount }) => isLong(amountText(amount)));
  const less = [
    line.fee === 0 ? null : ([t('books.fee'), { amount: line.fee, without: 0 }] as const),
    line.admin.amount === null ? null : ([t('books.admin'), line.admin] as const),
    line.commission.amount === null ? null : ([t('books.commission'), line.commission] as const),
  ].filter((each) => each !== null);
  return (
    <div className="flex shrink-0 flex-col gap-2">
      <dl className="flex flex-wrap gap-2">
        <Figure label={t('books.turnover')} small={small} large lack={lack(line.turnover)}>
          {amountText(line.turnover.amount)}
        </Figure>
        <Figure
          label={t('books.success')}
          small={small}
          large
          words={[
            rate === null ? null : t('books.rate', { rate }),
            line.failed + line.unsent === 0 ? null : t('books.failed', plural(line.failed + line.unsent)),
          ]}
        >
          {groupThousands(line.success)}
        </Figure>
        <Figure label={t('books.price')} small={small} lack={lack(line.price)}>
          {amountText(line.price.amount)}
        </Figure>
        <Figure label={t('books.margin')} small={small} lack={lack(line.margin)}>
          {amountText(line.margin.amount)}
        </Figure>
        {cash}
      </dl>
      {less.length === 0 ? null : (
        <dl className="flex flex-wrap gap-x-6 text-small">
          {less.map(([label, amount]) => (
            <div key={label} className="flex items-baseline gap-2">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="font-semibold">
                {amountText(amount.amount)}
                {amount.without === 0 ? null : (
                  <span className="font-normal text-ink-soft"> · {t('books.without', plural(amount.without))}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const noWords: readonly string[] = [];
const lack = ({ without }: KnownAmount): number => without;

/** letters of "Rp99.999.999", which a fifth of the smallest screen still holds */
const longest = 12;
const isLong = (text: string | null): boolean => (text?.length ?? 0) > longest;

/** They fill the row at every width, and none is narrower than its amount. */
const figureLook = 'flex min-w-min flex-[1_1_9rem] flex-col rounded-box border border-line bg-surface px-3 py-2';

interface FigureProps {
  label: string;
  large?: boolean;
  /** how many sales the amount lacks */
  lack?: number;
  words?: ReadonlyArray<string | null>;
  /** as small as a long neighbour, so that none looks more important than it is */
  small?: boolean;
  /** the formatted figure; null: there is none */
  children: string | null;
}

/** One figure with its label above and its gaps below. A long one is smaller, so that it fits. */
function Figure({
  label,
  large = false,
  lack: without = 0,
  words = noWords,
  children,
  small = isLong(children),
}: FigureProps) {
  const { t } = useTranslation();
  const below = [...words, without === 0 ? null : t('books.without', plural(without))].filter(Boolean);
  return (
    <div className={figureLook}>
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd
        className={classes(
          'font-semibold whitespace-nowrap',
          small ? 'text-body leading-8 2xl:text-large 2xl:leading-8' : 'text-large leading-8',
          large && '2xl:text-title',
        )}
      >
        {children ?? t('common.none')}
      </dd>
      <dd className="min-h-5 text-small text-ink-soft">{below.join(' · ')}</dd>
    </div>
  );
}

interface Props {
  days: Days;
  /** at an office: of this counter alone */
  counter: CounterId | null;
  /** null: an open shift's drawer is to be counted blind */
  cash: ReportMoney | null;
  /** the first of the days whose cash is not in it, as that of all later ones; null: it is of all days */
  hiddenFrom: string | null;
}

/** The cash that these sales left in the drawer; that of an open shift's days only a supervisor sees, once. */
export function CashFigure({ days, counter, cash, hiddenFrom }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const [seen, setSeen] = useState<ReportMoney | null>(null);
  const hasPin = useStatus((state) => state.status?.supervisorPinSet === true);
  const countsBlind = useServes('shifts.close');
  const figures = cash ?? seen;
  if (figures) {
    return (
      <Figure
        label={t('books.cash')}
        words={[
          cash === null
            ? t('books.cashSeen')
            : hiddenFrom === null
              ? t('books.cashOfSales')
              : t('books.cashUntil', { day: shortDay(hiddenFrom, language) }),
        ]}
      >
        {amountText(figures.expected)}
      </Figure>
    );
  }
  return (
    <div className={figureLook}>
      <dt className="text-small text-ink-soft">{t('books.cash')}</dt>
      <dd className="flex flex-1 flex-col justify-between gap-1">
        <span className="flex items-center gap-1.5 text-small">
          <EyeOff aria-hidden="true" className="size-4 shrink-0" />
          {t('books.blind')}
        </span>
        {hasPin && countsBlind ? (
          <Button className="-mx-1 px-2!" onClick={() => setAsking(true)}>
            {t('books.peek')}
          </Button>
        ) : null}
      </dd>
      {asking ? <PeekCash days={days} counter={counter} onSeen={setSeen} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

interface PeekCashProps {
  days: Days;
  counter: CounterId | null;
  onSeen: (cash: ReportMoney | null) => void;
  onClose: () => void;
}

/** Shows the supervisor what these days' sales left in the drawer, as it is now. */
function PeekCash({ days, counter, onSeen, onClose }: PeekCashProps) {
  const { t } = useTranslation();
  return (
    <AskPin
      lead={t('books.pin.lead')}
      onClose={onClose}
      send={async (pin) => {
        const answer = await call('books.range', { ...days, by: 'day', limit: 1, pin, ...ofCounter(counter) });
        if (!answer.ok) return answer.error;
        onSeen(answer.value.total.cash);
        return null;
      }}
    />
  );
}

interface AskPinProps {
  lead: string;
  /** asks main with the PIN; answers why not, or null when it is done. The PIN is kept nowhere. */
  send: (pin: string) => Promise<KonterError | null>;
  onClose: () => void;
}

/** Asks the supervisor before the cash is shown that a cashier is still to count. */
export function AskPin({ lead, send, onClose }: AskPinProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<KonterError | null>(null);
  const onPin = async (pin: string): Promise<void> => {
    const problem = await send(pin);
    setError(problem);
    if (problem === null) onClose();
  };
  return (
    <Dialog title={t('books.pin.title')} lead={lead} onClose={onClose}>
      {(settled) => <SupervisorPinForm {...{ settled, error, onPin, onClose }} go={t('books.pin.show')} />}
    </Dialog>
  );
}

const earlierDays = [
  { name: 'dayBefore', ago: 1 },
  { name: 'sameWeekday', ago: 7 },
] as const;

interface Earlier {
  name: (typeof earlierDays)[number]['name'];
  day: string;
  total: ReportRow;
}

/** A day beside the day before and the same weekday of the week before: what was sold and earned, and how far it is off. */
export function Comparison({ day, counter, line }: { day: string; counter: CounterId | null; line: ReportRow }) {
  const { t } = useTranslation();
  const read = useCallback((of: string) => readEarlier(of, counter), [counter]);
  const answer = useAnswer(read, day, null)?.answer;
  const earlier = answer?.ok ? answer.value : [];
  return (
    <section aria-label={t('books.compared.label')} className="shrink-0 rounded-box border border-line bg-surface">
      <ul className="grid min-h-17 grid-cols-2 divide-x divide-line">
        {earlier.map((each) => (
          <li key={each.name} className="min-w-0 px-3 py-2">
            <EarlierDay earlier={each} line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarlierDay({ earlier: { name, day, total }, line }: { earlier: Earlier; line: ReportRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const before = total.turnover.amount ?? 0;
  const change = (line.turnover.amount ?? 0) - before;
  const share = before === 0 ? null : change / before;
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const Icon = change > 0 ? TrendingUp : change < 0 ? TrendingDown : Equal;
  const margin = amountText(total.margin.amount);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="text-small text-ink-soft">
        {t(`books.compared.${name}`)}, {shortDay(day, language)}
      </span>
      <span className="font-semibold">
        {amountText(total.turnover.amount) ?? t('common.none')}
        {share === null ? null : (
          <span className="ml-2 inline-flex items-center gap-1 text-small">
            <Icon aria-hidden="true" className="size-4" />
            {percent.format(share)}
          </span>
        )}
      </span>
      <span className="w-full text-small text-ink-soft">
        {[
          t('books.compared.success', plural(total.success)),
          margin === null ? null : t('books.compared.margin', { amount: margin }),
        ]
          .filter((words) => words !== null)
          .join(' · ')}
      </span>
    </div>
  );
}

async function readEarlier(day: string, counter: CounterId | null): Promise<Result<readonly Earlier[]>> {
  const answers = await Promise.all(
    earlierDays.map(async ({ name, ago }) => {
      const on = dayBefore(day, ago);
      const answer = await call('books.range', { from: on, to: on, by: 'day', limit: 1, ...ofCounter(counter) });
      return answer.ok ? [{ name, day: on, total: answer.value.total }] : [];
    }),
  );
  return ok(answers.flat());
}
