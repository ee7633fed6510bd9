import { UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Binding } from '../../keys/match.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { showPersonSwitch, usePeople } from '../../state/people.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { useStaying } from './use-staying.ts';

/** Who is at the counter, and the way to change that. Nothing while nobody is set up. */
export function WhoIsHere() {
  const { t } = useTranslation();
  const present = usePeople((people) => people.state?.present ?? null);
  useStaying(present !== null);
  const isHere = present !== null;
  useKeys(
    useMemo(
      (): Binding[] =>
        isHere ? [{ key: 'F12', label: t('people.switch.key'), run: () => showPersonSwitch(true), quiet: true }] : [],
      [isHere, t],
    ),
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
