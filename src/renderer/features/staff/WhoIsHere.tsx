import { UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../host/call.ts';
import { useKeys } from '../../state/keys.ts';
import { showPersonSwitch, usePeople } from '../../state/people.ts';
import { useSettings } from '../../state/settings.ts';
import { Kbd } from '../../ui/Button.tsx';

/** The person at the counter, and the way to change. Nothing while nobody is set up. */
export function WhoIsHere() {
  const { t } = useTranslation();
  const present = usePeople((people) => people.state?.present ?? null);
  const isHere = present !== null;
  useActivityReports(isHere);
  useKeys(
    isHere ? [{ key: 'F12', label: t('people.switch.key'), run: () => showPersonSwitch(true), quiet: true }] : [],
    { frame: true },
  );
  if (!present) return null;
  return (
    <button
      type="button"
      title={t('people.switch.key')}
      onClick={() => showPersonSwitch(true)}
      className="flex min-h-11 max-w-56 min-w-0 shrink-0 items-center gap-2 rounded-box px-2 font-semibold hover:bg-sunken"
    >
      <UserRound aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.5} />
      <span className="truncate">{present.name}</span>
      <Kbd>F12</Kbd>
    </button>
  );
}

/** The lock counts whole minutes. */
const minIntervalMs = 20_000;

/** Reports activity to main now and then, where the counter locks by itself. */
function useActivityReports(isHere: boolean): void {
  const locks = useSettings((state) => (state.view?.settings.autoLockMinutes ?? null) !== null);
  useEffect(() => {
    if (!isHere || !locks) return;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const touched = (event: Event): void => {
      if (event.timeStamp - reportedAt < minIntervalMs) return;
      reportedAt = event.timeStamp;
      void call('people.extendSession');
    };
    const kinds = ['keydown', 'pointerdown', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, touched, { passive: true, capture: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, touched, { capture: true });
    };
  }, [isHere, locks]);
}
