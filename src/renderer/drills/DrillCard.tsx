import { Check, ChevronDown, ChevronUp, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/Button.tsx';
import { classes } from '../design/classes.ts';
import { loadNewRoll, stopDrill } from './conduct.ts';
import { course } from './course/course.ts';
import { isThrough, type Run } from './drill.ts';
import { foldDrill, showDrills, useDrills } from './drill-store.ts';
import { typeForLearner } from './type-for-learner.ts';
import { useHoles } from './use-holes.ts';

/**
 * What to do now, and what the last thing meant for the money. It has a strip of its own above the work, covers nothing, and
 * keeps its height while the drill goes on.
 */
export function DrillCard({ run }: { run: Run }) {
  const { t } = useTranslation();
  const holes = useHoles(run);
  const folded = useDrills((state) => state.folded);
  const drill = course[run.drill];
  const step = drill.steps[run.at];
  const title = t(`drills.name.${run.drill}.title`);
  return (
    <section
      aria-label={t('drills.card')}
      className={classes(
        'flex items-start gap-3 overflow-hidden border-b-2 border-accent bg-accent-soft px-4',
        folded ? 'h-12 py-0.5' : 'h-30 py-2',
      )}
    >
      <div aria-live="polite" className={classes('min-w-0 flex-1', folded && 'flex h-full items-center')}>
        <p className={classes('text-small font-semibold', folded && 'sr-only')}>
          {step ? t('drills.step', { title, n: run.at + 1, of: drill.steps.length }) : t('drills.through', { title })}
        </p>
        <p className={classes('font-semibold', folded ? 'truncate' : 'text-balance')}>
          {step
            ? t(`drills.steps.${step.name}.do`, holes)
            : t(run.wrong.length === 0 ? 'drills.throughClean' : 'drills.throughWrong')}
        </p>
        {folded ? null : <Told run={run} />}
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {step?.types ? (
          <Button onClick={() => typeForLearner(run.cast[step.types ?? 'subject'])}>{t('drills.type')}</Button>
        ) : null}
        {step?.byHand ? <Button onClick={loadNewRoll}>{t('drills.load')}</Button> : null}
        {isThrough(run, drill) ? <Button onClick={() => showDrills('result')}>{t('drills.seeResult')}</Button> : null}
        <IconButton label={t(folded ? 'drills.unfold' : 'drills.fold')} onClick={() => foldDrill(!folded)}>
          {folded ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
        </IconButton>
        <IconButton label={t('drills.stop')} onClick={stopDrill}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  );
}

function Told({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { told } = run;
  if (told === null) return <p className="text-small">{t(`drills.name.${run.drill}.lead`)}</p>;
  const isWrong = 'wrong' in told;
  const Icon = isWrong ? TriangleAlert : Check;
  return (
    <p className={classes('flex gap-1.5 text-small', isWrong ? 'font-semibold text-unknown' : 'text-ink')}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={2.75} />
      {isWrong ? t(`drills.wrongs.${told.wrong}`) : t(`drills.steps.${told.step}.means`)}
    </p>
  );
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="flex size-11 shrink-0 items-center justify-center rounded-box hover:bg-surface"
    >
      {children}
    </button>
  );
}
