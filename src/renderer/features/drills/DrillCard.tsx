import { Check, ChevronDown, ChevronUp, GraduationCap, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { useOffers } from '../../state/offers.ts';
import { navigate } from '../../state/router.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { reset, typeEntry, useCheckout } from '../checkout/index.ts';
import { curriculum } from './curriculum.ts';
import { isFinished, type Part, type Run } from './drill.ts';
import { loadNewRoll, stopDrill } from './drill-runner.ts';
import { foldDrill, showDrills, useDrills, useDrillWords } from './drill-store.ts';

/**
 * The current step, and what the last action meant for the money. It replaces the training banner above the work, covers
 * nothing, and keeps its height during the drill.
 */
export default function DrillCard({ run }: { run: Run }) {
  const hasWords = useDrillWords();
  const folded = useDrills((state) => state.folded);
  return (
    <div className={classes('flex shrink-0 overflow-y-auto bg-training text-training-ink', folded ? 'h-12' : 'h-24')}>
      {hasWords ? <Card run={run} folded={folded} /> : null}
    </div>
  );
}

function Card({ run, folded }: { run: Run; folded: boolean }) {
  const { t } = useTranslation();
  const blanks = useBlanks(run);
  const drill = curriculum[run.drill];
  const step = drill.steps[run.at];
  const title = t(`drills.name.${run.drill}.title`);
  const n = Math.min(run.at + 1, drill.steps.length);
  return (
    <>
      <div className="flex w-42 shrink-0 flex-col justify-center px-3">
        <p role="note" className="flex items-center gap-1.5 font-bold">
          <GraduationCap aria-hidden="true" className="size-5 shrink-0" />
          {t('drills.training')}
        </p>
        {folded ? null : <p className="text-small font-semibold">{t('drills.notReal')}</p>}
      </div>
      <section
        aria-label={t('drills.card')}
        className={classes('flex min-w-0 flex-1 items-center gap-2 border-b bg-surface px-3 text-ink', borderLook(run))}
      >
        <div aria-live="polite" className="min-w-0 flex-1">
          <p className={classes('font-semibold', folded && 'truncate')}>
            <span className="text-ink-soft">
              {step ? t('drills.step', { title, n, of: drill.steps.length }) : t('drills.through', { title })}
            </span>{' '}
            {step
              ? t(`drills.steps.${step.name}.do`, blanks)
              : t(run.wrong.length === 0 ? 'drills.throughClean' : 'drills.throughWrong')}
          </p>
          {folded ? null : <Feedback run={run} />}
        </div>
        {step?.types ? (
          <Button onClick={() => typeForLearner(run.scenario[step.types ?? 'subject'])}>{t('drills.type')}</Button>
        ) : null}
        {step?.byHand ? <Button onClick={loadNewRoll}>{t('drills.load')}</Button> : null}
        {isFinished(run, drill) ? <Button onClick={() => showDrills('result')}>{t('drills.seeResult')}</Button> : null}
        <span className="flex shrink-0">
          <IconButton label={t(folded ? 'drills.unfold' : 'drills.fold')} onClick={() => foldDrill(!folded)}>
            {folded ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
          </IconButton>
          <IconButton label={t('drills.stop')} onClick={stopDrill}>
            <X aria-hidden="true" />
          </IconButton>
        </span>
      </section>
    </>
  );
}

const borderLook = ({ feedback }: Run): string =>
  feedback !== null && 'wrong' in feedback ? 'border-unknown' : 'border-line';

function Feedback({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { feedback } = run;
  if (feedback === null) return <p className="text-small">{t(`drills.name.${run.drill}.lead`)}</p>;
  const isWrong = 'wrong' in feedback;
  const Icon = isWrong ? TriangleAlert : Check;
  return (
    <p className={classes('flex gap-1.5 text-small', isWrong ? 'font-semibold text-unknown' : 'text-ink')}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={2.75} />
      {isWrong ? t(`drills.wrongs.${feedback.wrong}`) : t(`drills.steps.${feedback.step}.means`)}
    </p>
  );
}

/** The names and numbers for the blanks in a run's texts. */
function useBlanks({ scenario }: Run) {
  const offers = useOffers((state) => state.offers);
  const nameOf = (code: string): string =>
    offers?.find(({ product }) => product.productCode === code)?.product.productName ?? code;
  return {
    product: nameOf(scenario.subject.productCode),
    number: groupCustomerNo(scenario.subject.customerNo),
    nextProduct: nameOf(scenario.next.productCode),
    nextNumber: groupCustomerNo(scenario.next.customerNo),
  };
}

/** Fills product and number into the entry field, as if typed; the learner does everything from Enter on. */
function typeForLearner({ productCode, customerNo }: Part): void {
  const { order, bill } = useCheckout.getState();
  if (order.phase === 'sending' || bill.phase === 'sending') return;
  reset('order');
  navigate('sell');
  typeEntry('order', `${productCode}.${customerNo}`);
  // The screen may have to render first.
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('input[name="entry"]')?.focus());
}
