import { LockKeyhole } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PeopleState } from '../../../shared/contract/people.ts';
import { refreshPeople } from '../../state/people.ts';
import { SignInForm } from './SignIn.tsx';

/** A lock that is served is to be seen. */
const lookAgainMs = 20_000;

/** Replaces everything but the money strip while nobody is signed in. The screen below keeps its state. */
export default function SignInScreen({ state }: { state: PeopleState }) {
  const { t } = useTranslation();
  const waits = state.people.some(({ waitMs }) => waitMs > 0);
  useEffect(() => {
    if (!waits) return;
    const again = window.setInterval(() => void refreshPeople(), lookAgainMs);
    return () => window.clearInterval(again);
  }, [waits]);
  return (
    <main tabIndex={-1} className="flex min-h-0 flex-1 items-center justify-center overflow-y-auto p-6 outline-none">
      <section className="flex max-h-full w-full max-w-4xl flex-col gap-5">
        <header className="flex items-start gap-4">
          <LockKeyhole aria-hidden="true" className="mt-1 size-9 shrink-0 text-accent" strokeWidth={1.75} />
          <div>
            <h2 className="text-title font-semibold text-balance">{t('people.signIn.title')}</h2>
            <p className="text-ink-soft">{t(`people.signIn.${state.why ?? 'start'}`)}</p>
          </div>
        </header>
        <SignInForm state={state} first={state.last ?? state.people[0]?.id ?? ''} />
        <p className="text-small text-ink-soft">{t('people.signIn.keys')}</p>
      </section>
    </main>
  );
}
