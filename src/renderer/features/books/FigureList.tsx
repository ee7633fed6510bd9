import { type ReactNode, useState } from 'react';
import { shifts } from '../../../shared/contract/ledger.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import type { ReportMoney, ReportRow } from '../../../shared/domain/sales-report.ts';
import { call } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useLanguage } from '../../state/settings.ts';
import { useServesRow, useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EyeOff } from '../../ui/later-icons.tsx';
import { AskPin } from './AskPin.tsx';
import { type Days, ofCounter } from './books-store.ts';
import { type FigureText, figureTexts } from './figure-texts.ts';
import { amountText, shortDay } from './report-text.ts';

/** The sums of some days, one below the other, each with the number of sales that it lacks. @param cash the cash they left in the drawer */
export function FigureList({ line, cash }: { line: ReportRow; cash: ReactNode }) {
  const { t } = useTranslation();
  const { main, less } = figureTexts(t, line, useLanguage());
  return (
    <dl className="flex shrink-0 flex-col py-1">
      {main.map(({ name, ...figure }) => (
        <Row key={name} large={name === 'turnover'} {...figure} />
      ))}
      {cash}
      {less.map(({ name, ...figure }) => (
        <Row key={name} {...figure} />
      ))}
    </dl>
  );
}

interface RowProps extends Pick<FigureText, 'label' | 'value' | 'words'> {
  large?: boolean;
  isLoss?: boolean;
}

function Row({ label, value, words, large = false, isLoss = false }: RowProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-1">
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd
        className={classes('ml-auto font-semibold whitespace-nowrap', large && 'text-large', isLoss && 'text-failed')}
      >
        {value ?? t('common.none')}
      </dd>
      {words === '' ? null : <dd className="w-full text-small text-ink-soft">{words}</dd>}
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
  const countsBlind = useServesRow(shifts['shifts.close']);
  const figures = cash ?? seen;
  if (figures) {
    return (
      <Row
        label={t('books.cash')}
        value={amountText(figures.expected)}
        words={
          cash === null
            ? t('books.cashSeen')
            : hiddenFrom === null
              ? t('books.cashOfSales')
              : t('books.cashUntil', { day: shortDay(hiddenFrom, language) })
        }
      />
    );
  }
  return (
    <div className="flex flex-col px-3 py-1.5">
      <dt className="text-small text-ink-soft">{t('books.cash')}</dt>
      <dd className="flex items-center gap-1.5 text-small">
        <EyeOff aria-hidden="true" className="size-4 shrink-0" />
        {t('books.blind')}
      </dd>
      {hasPin && countsBlind ? (
        <dd className="mt-1">
          <Button className="w-full" onClick={() => setAsking(true)}>
            {t('books.peek')}
          </Button>
        </dd>
      ) : null}
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
