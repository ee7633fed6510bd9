import { GraduationCap } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showDrills, useDrills } from '../features/drills/drill-store.ts';
import { call } from '../host/call.ts';
import type { Binding } from '../keys/match.ts';
import { useKeys } from '../keys/use-keys.ts';
import { isLocked, usePeople } from '../state/people.ts';
import { LiveRegion } from '../ui/LiveRegion.tsx';

const DrillCard = lazy(() => import('../features/drills/DrillCard.tsx'));
const DrillDialogs = lazy(() => import('../features/drills/DrillDialogs.tsx'));

/** Says that nothing here is real. A running drill replaces it with its card, which says so too. */
export function TrainingBanner() {
  const locked = usePeople(isLocked);
  const run = useDrills((state) => state.run);
  const shown = useDrills((state) => state.shown !== null);
  if (locked) return <Banner />;
  return (
    <>
      <Suspense fallback={<Banner />}>{run ? <DrillCard run={run} /> : <Banner drills />}</Suspense>
      <Suspense>{shown ? <DrillDialogs /> : null}</Suspense>
      <DrillKeys />
    </>
  );
}

function Banner({ drills = false }: { drills?: boolean }) {
  const { t } = useTranslation();
  const brokenOff = useDrills((state) => drills && state.brokenOff);
  return (
    <div className="flex min-h-11 shrink-0 items-center justify-center gap-4 bg-training px-2 text-training-ink">
      <p role="note" className="flex items-center gap-2 font-bold">
        <GraduationCap aria-hidden="true" className="size-5 shrink-0" />
        {t('frame.training')}
      </p>
      <LiveRegion words={t('frame.training')} />
      <output className={brokenOff ? 'text-small font-semibold' : 'sr-only'}>
        {brokenOff ? t('frame.drillBrokenOff') : ''}
      </output>
      {drills ? (
        <button
          type="button"
          onClick={() => showDrills('list')}
          className="flex min-h-11 shrink-0 items-center gap-2 px-3 font-bold focus-visible:outline-training-ink"
        >
          <span className="underline underline-offset-4">{t(brokenOff ? 'frame.drillAgain' : 'frame.drills')}</span>
          <kbd className="rounded-key border border-training-ink px-1.5 text-small font-bold">!</kbd>
        </button>
      ) : null}
    </div>
  );
}

/** The key of the drills, which load on demand only. */
function DrillKeys() {
  const { t } = useTranslation();
  useKeys(
    useMemo((): Binding[] => [{ key: '!', label: t('frame.drills'), run: () => showDrills('list'), quiet: true }], [t]),
    { frame: true },
  );
  // A page that was reloaded in the middle of a drill has left the practice printer without paper.
  useEffect(() => void call('drills.paper', { paper: 'away' }), []);
  return null;
}
