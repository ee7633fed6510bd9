import { CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KonterError } from '../../../shared/contract/errors.ts';
import { type SettingsView } from '../../../shared/contract/settings.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { plural } from '../../i18n/i18n.ts';
import { usePeople } from '../../state/people.ts';
import { navigate } from '../../state/router.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddDialog } from '../catalogue/AddDialog.tsx';
import { followCatalogue, isImportShown, readCatalogue, useCatalogue } from '../catalogue/catalogue-store.ts';
import { JobProgress } from '../catalogue/JobProgress.tsx';
import { ConnectionSection } from '../settings/ConnectionSection.tsx';
import { RelayTrial } from '../settings/ConnectionTests.tsx';
import { SetUpOwner } from '../settings/PeopleSettings.tsx';
import { PrintersSection } from '../settings/PrintersSection.tsx';
import { ScreenSection } from '../settings/ScreenSection.tsx';
import { ShopSection } from '../settings/SettingsForm.tsx';
import { comeBackToSetup } from './open-setup.ts';
import { firstOpen, isDone, type Known, needsLive, nextOf, type Step, steps } from './steps.ts';

/** Sets up a shop's counter, step by step; a skipped step stays open here. */
export default function SetupScreen() {
  const view = useSettings((state) => state.view);
  const items = useCatalogue((state) => state.items);
  useEffect(() => void readCatalogue(), []);
  // The first step is known once everything is read, and does not change any more afterwards.
  return view && items ? <Setup view={view} products={items.size} /> : <Skeleton className="m-6 h-80" />;
}

function Setup({ view, products }: { view: SettingsView; products: number }) {
  const { t } = useTranslation();
  const people = usePeople(({ state }) => state?.exist ?? false);
  const [relayTested, setRelayTested] = useState(false);
  const known: Known = { view, products, people, relayTested };
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
            <StepBody step={step} known={known} view={view} onReceived={setRelayTested} onStep={setStep} />
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

interface StepListProps {
  step: Step;
  known: Known;
  onStep: (step: Step) => void;
}

/** All steps, with the done ones and the open one marked. */
function StepList({ step, known, onStep }: StepListProps) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('setup.title')}
      className="flex w-64 shrink-0 flex-col gap-1 overflow-y-auto border-r border-line p-3"
    >
      <h2 className="px-3 pb-2 text-large font-semibold">{t('setup.title')}</h2>
      <ol className="flex flex-col gap-1">
        {steps.map((name) => {
          const done = isDone(name, known);
          const Icon = done ? CircleCheck : CircleDashed;
          return (
            <li key={name}>
              <button
                type="button"
                aria-current={name === step ? 'step' : undefined}
                onClick={() => onStep(name)}
                className={classes(
                  'flex min-h-11 w-full items-center gap-2 rounded-box border px-3 text-left font-medium',
                  name === step ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-sunken',
                )}
              >
                <Icon
                  aria-hidden="true"
                  className={classes('size-5 shrink-0', done ? 'text-success' : 'text-ink-soft')}
                />
                <span>{t(`setup.step.${name}.name`)}</span>
                <span className="sr-only">{done ? t('setup.done') : t('setup.open')}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface StepBodyProps {
  step: Step;
  known: Known;
  view: SettingsView;
  onReceived: (received: boolean) => void;
  onStep: (step: Step) => void;
}

/** The settings' own forms, one at a time; everything is stored in the settings. */
function StepBody({ step, known, view, onReceived, onStep }: StepBodyProps) {
  const { t } = useTranslation();
  if (needsLive.has(step) && view.mode !== 'live') {
    return (
      <Notice tone="quiet" title={t('setup.liveFirst')} lines={[t('setup.liveFirstDo')]}>
        <div className="pt-2">
          <Button onClick={() => onStep('live')}>{t('setup.toStep', { step: t('setup.step.live.name') })}</Button>
        </div>
      </Notice>
    );
  }
  switch (step) {
    case 'screen':
      return <ScreenSection view={view} />;
    case 'shop':
      return <ShopSection view={view} />;
    case 'connection':
      return <ConnectionSection view={view} />;
    case 'relay':
      return <RelayTrial asked onReceived={onReceived} />;
    case 'live':
      return <GoLive known={known} onStep={onStep} />;
    case 'products':
      return <FirstProducts count={known.products ?? 0} />;
    case 'people':
      return known.people ? (
        <Notice tone="success" title={t('setup.peopleThere')} />
      ) : (
        <SetUpOwner supervisorPin={view.secrets.supervisorPin} />
      );
    case 'printer':
      return <PrintersSection view={view} />;
    case 'sell':
      return <Notice tone="success" title={t('setup.ready')} lines={[t('setup.readyDo')]} />;
  }
}

/** Without them nothing can be sold in live mode. */
const wanted = ['connection', 'relay'] as const satisfies readonly Step[];

/** Switches from training to live. The page reloads by itself, and set-up goes on. */
function GoLive({ known, onStep }: { known: Known; onStep: (step: Step) => void }) {
  const { t } = useTranslation();
  const [error, setError] = useState<KonterError | null>(null);
  const [going, setGoing] = useState(false);
  const open = wanted.find((step) => !isDone(step, known));
  if (known.view.mode === 'live') return <Notice tone="success" icon={CircleCheck} title={t('setup.isLive')} />;
  const go = async (): Promise<void> => {
    setGoing(true);
    comeBackToSetup();
    const answer = await call('mode.switch', { mode: 'live' });
    setGoing(false);
    setError(answer.ok ? null : answer.error);
  };
  return (
    <div className="flex flex-col gap-4">
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      {open === undefined ? null : (
        <Notice
          tone="unknown"
          title={t('setup.notReady', { step: t(`setup.step.${open}.name`) })}
          lines={[t('setup.notReadyDo')]}
        >
          <div className="pt-2">
            <Button onClick={() => onStep(open)}>{t('setup.toStep', { step: t(`setup.step.${open}.name`) })}</Button>
          </div>
        </Notice>
      )}
      <div>
        <Button look={open === undefined ? 'primary' : 'plain'} large disabled={going} onClick={() => void go()}>
          {t('setup.goLive')}
        </Button>
      </div>
    </div>
  );
}

/** The first codes, looked up one by one or from a list; prices are set in the catalogue. */
function FirstProducts({ count }: { count: number }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { work, watched, dismissed } = useCatalogue();
  const list = work?.import ?? null;
  useEffect(followCatalogue, []);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-large font-semibold">{t('setup.products', plural(count))}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => setAdding(true)}>
          {t('setup.addProducts')}
        </Button>
        <Button hotkey="F5" onClick={() => navigate('catalogue')}>
          {t('setup.toCatalogue')}
        </Button>
      </div>
      {list && isImportShown(list, { watched, dismissed }) ? (
        <JobProgress what="import" work={list} onFailed={() => navigate('catalogue')} />
      ) : null}
      {adding ? <AddDialog text="" onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
