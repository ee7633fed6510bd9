import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { usePeople } from '../../state/people.ts';
import { navigate } from '../../state/router.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { readCatalogue, useCatalogue } from '../catalogue/catalogue-store.ts';
import { StepBody } from './StepBody.tsx';
import { StepList } from './StepList.tsx';
import { firstOpen, isDone, type Known, nextOf, type Step } from './steps.ts';

/** A shop's own counter, step by step; any step can be left for later and is found here again. */
export default function SetupScreen() {
  const view = useSettings((state) => state.view);
  const items = useCatalogue((state) => state.items);
  useEffect(() => void readCatalogue(), []);
  // Where to begin is known once everything is read, and does not move any more afterwards.
  return view && items ? <Setup view={view} products={items.size} /> : <Skeleton className="m-6 h-80" />;
}

function Setup({ view, products }: { view: SettingsView; products: number }) {
  const { t } = useTranslation();
  const people = usePeople(({ state }) => state?.exist ?? false);
  const [relayHeard, setRelayHeard] = useState(false);
  const known: Known = { view, products, people, relayHeard };
  const [step, setStep] = useState<Step>(() => (isDone('shop', known) ? firstOpen(known) : 'screen'));
  const next = nextOf(step);
  const done = isDone(step, known);
  return (
    <div className="flex h-full">
      <StepList step={step} known={known} onStep={setStep} />
      <div className="flex min-w-0 flex-1 flex-col">
        <section
          aria-label={t(`setup.step.${step}.name`)}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
          tabIndex={0}
          className="min-h-0 flex-1 scroll-pb-20 overflow-y-auto p-6"
        >
          <div key={step} className="flex max-w-2xl flex-col gap-4">
            <h3 className="text-title font-semibold text-balance">{t(`setup.step.${step}.title`)}</h3>
            <p className="text-ink-soft">{t(`setup.step.${step}.lead`)}</p>
            <StepBody step={step} known={known} view={view} onHeard={setRelayHeard} onStep={setStep} />
          </div>
        </section>
        <footer className="flex shrink-0 items-center justify-between gap-4 border-t border-line bg-surface p-4">
          <Button large onClick={() => navigate('sell')}>
            {t('setup.leave')}
          </Button>
          {next === null ? (
            <Button look="primary" large disabled={view.mode !== 'live'} onClick={() => navigate('sell')}>
              {t('setup.sell')}
            </Button>
          ) : (
            <Button look={done ? 'primary' : 'plain'} large onClick={() => setStep(next)}>
              {done ? t('setup.next') : t('setup.later')}
            </Button>
          )}
        </footer>
      </div>
    </div>
  );
}
