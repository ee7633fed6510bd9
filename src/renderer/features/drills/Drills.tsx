import { type ReactNode, useEffect } from 'react';
import { type DrillDone, type DrillName, drillNames } from '../../../shared/contract/drills.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { plural } from '../../i18n/i18n.ts';
import { shortWhen } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useOffers } from '../../state/offers.ts';
import { navigate } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Check, ChevronDown, GraduationCap, TriangleAlert, X } from '../../ui/icons.tsx';
import { ChevronUp } from '../../ui/later-icons.tsx';
import { reset, typeEntry, useCheckout } from '../checkout/index.ts';
import { curriculum } from './curriculum.ts';
import { type DrillSale, isFinished, type Run } from './drill.ts';
import { loadNewRoll, startDrill, stopDrill } from './drill-runner.ts';
import { foldDrill, refreshDrillsDone, showDrills, useDrills, useDrillWords } from './drill-store.ts';

/**
 * The current step, and what the last action meant for the money. It replaces the training banner above the work, covers
 * nothing, and keeps its height during the drill.
 */
export function DrillCard({ run }: { run: Run }) {
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
function typeForLearner({ productCode, customerNo }: DrillSale): void {
  const { order, bill } = useCheckout.getState();
  if (order.phase === 'sending' || bill.phase === 'sending') return;
  reset('order');
  navigate('sell');
  typeEntry('order', `${productCode}.${customerNo}`);
  // The screen may have to render first.
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('input[name="entry"]')?.focus());
}

/** The open dialog of the drills. */
export function DrillDialogs() {
  const hasWords = useDrillWords();
  const run = useDrills((state) => state.run);
  const view = useDrills((state) => state.view);
  if (!hasWords) return null;
  return view === 'result' && run ? <DrillResult run={run} /> : view === 'list' ? <DrillList /> : null;
}

const noneDone: readonly DrillDone[] = [];

/** The drills, and who has completed them. */
function DrillList() {
  const { t } = useTranslation();
  const done = useDrills((state) => state.done) ?? noneDone;
  useEffect(() => void refreshDrillsDone(), []);
  return (
    <Dialog title={t('drills.title')} lead={t('drills.lead')} onClose={() => showDrills(null)} wide>
      {(settled) => (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {drillNames.map((name) => (
              <Row key={name} name={name} done={done.filter(({ drill }) => drill === name)} settled={settled} />
            ))}
          </ul>
          <DialogFooter reverse>
            <Button onClick={() => showDrills(null)}>{t('common.close')}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function Row({ name, done, settled }: { name: DrillName; done: readonly DrillDone[]; settled: boolean }) {
  const { t } = useTranslation();
  const running = useDrills((state) => state.run?.drill === name);
  const title = t(`drills.name.${name}.title`);
  return (
    <li className="flex items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-small text-ink-soft">{running ? t('drills.running') : <DoneBy done={done} />}</p>
        </div>
        <p>{t(`drills.name.${name}.lead`)}</p>
      </div>
      <Button
        aria-label={`${t(done.length > 0 || running ? 'drills.again' : 'drills.start')}: ${title}`}
        disabled={!settled}
        onClick={() => void startDrill(name)}
      >
        {t(done.length > 0 || running ? 'drills.again' : 'drills.start')}
      </Button>
    </li>
  );
}

const maxNamed = 4;

function DoneBy({ done }: { done: readonly DrillDone[] }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const now = useNow();
  if (done.length === 0) return t('drills.notDone');
  const parts = done.slice(0, maxNamed).map(({ at, by, wrong }) => {
    const when = shortWhen(at, now, zone);
    const who = by === null ? t('drills.done', { when }) : t('drills.doneBy', { name: by, when });
    return `${who} (${wrong === 0 ? t('drills.clean') : t('drills.wrongMoves', plural(wrong))})`;
  });
  if (done.length > maxNamed) parts.push(t('drills.more', plural(done.length - maxNamed)));
  return parts.join(' · ');
}

/** The result of a run: its right moves, and the moves that would have cost money in a real shop. */
function DrillResult({ run }: { run: Run }) {
  const { t } = useTranslation();
  const total = useDrills((state) => state.subjectTotal);
  const close = (): void => {
    stopDrill();
    showDrills(null);
  };
  const others = (): void => {
    stopDrill();
    showDrills('list');
  };
  return (
    <Dialog
      title={t(`drills.name.${run.drill}.title`)}
      {...(total === null ? {} : { lead: t('drills.atStake', { amount: formatRupiah(total) }) })}
      onClose={close}
      wide
    >
      {(settled) => (
        <>
          {run.wrong.length > 0 ? (
            <ResultPart title={t('drills.wouldCost')}>
              {run.wrong.map((name) => (
                <li key={name} className="flex gap-2 font-medium text-unknown">
                  <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={2.5} />
                  {t(`drills.wrongs.${name}`)}
                </li>
              ))}
            </ResultPart>
          ) : null}
          <ResultPart title={t('drills.wasRight')}>
            {curriculum[run.drill].steps.slice(0, run.at).map(({ name }) => (
              <li key={name} className="flex gap-2">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={2.5} />
                {t(`drills.steps.${name}.means`)}
              </li>
            ))}
          </ResultPart>
          <DialogFooter reverse>
            <Button look="primary" disabled={!settled} onClick={others}>
              {t('drills.others')}
            </Button>
            <Button onClick={close}>{t('common.close')}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function ResultPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-large font-semibold">{title}</h3>
      <ul className="flex flex-col gap-2">{children}</ul>
    </section>
  );
}
