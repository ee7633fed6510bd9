import { GraduationCap } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showDrills } from '../drills/drill-store.ts';
import { call } from '../host/call.ts';
import type { Binding } from '../keys/match.ts';
import { useKeys } from '../keys/use-keys.ts';
import { isLocked, usePeople } from '../store/people.ts';

export function TrainingBanner() {
  const { t } = useTranslation();
  const locked = usePeople(isLocked);
  return (
    <div className="flex min-h-11 shrink-0 items-center justify-center gap-4 bg-training px-2 text-training-ink">
      <p role="note" className="flex items-center gap-2 font-bold">
        <GraduationCap aria-hidden="true" className="size-5 shrink-0" />
        {t('frame.training')}
      </p>
      {locked ? null : <DrillsButton />}
    </div>
  );
}

/** Leads to the drills; nothing of them shows itself before. */
function DrillsButton() {
  const { t } = useTranslation();
  useKeys(
    useMemo((): Binding[] => [{ key: '!', label: t('frame.drills'), run: () => showDrills('list'), quiet: true }], [t]),
    { frame: true },
  );
  // A page that was loaded anew in the middle of one has left the practice printer without paper.
  useEffect(() => void call('drills.paper', { paper: 'away' }), []);
  return (
    <button
      type="button"
      onClick={() => showDrills('list')}
      className="flex min-h-11 shrink-0 items-center gap-2 px-3 font-bold underline underline-offset-4 focus-visible:outline-training-ink"
    >
      {t('frame.drills')}
      <kbd className="rounded-key border border-training-ink px-1.5 text-small font-bold">!</kbd>
    </button>
  );
}
