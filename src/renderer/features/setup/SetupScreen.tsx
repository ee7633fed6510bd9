import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { ProductCode } from '../../../shared/contract/procedure.ts';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { usePeople } from '../../state/people.ts';
import { leaveForms, navigate } from '../../state/router.ts';
import { useSettings } from '../../state/settings.ts';
import {
  comeBackToSetup,
  fewProducts,
  firstOpen,
  isConnectionSaved,
  isDone,
  needsLive,
  nextOf,
  type SetupProgress,
  type Step,
  steps,
  takeTestedProduct,
} from '../../state/setup-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { CircleCheck, CircleDashed } from '../../ui/icons.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../ui/Notice.tsx';
import {
  AddDialog,
  followCatalogue,
  isImportShown,
  JobProgress,
  openUnpriced,
  readCatalogue,
  unpricedCount,
  useCatalogue,
} from '../catalogue/index.ts';
import { lookUpOffer } from '../checkout/index.ts';
import {
  CheckList,
  ConnectionCodeForm,
  ConnectionForm,
  LanguageChoice,
  PrintersSection,
  type SetStepAction,
  SetUpOwner,
  ShopSection,
  type StepAction,
  StepContext,
  useConnectionChecks,
  useStepAction,
} from '../settings/index.ts';

/** Sets up a shop's counter, step by step; a skipped step stays open here. */
export default function SetupScreen() {
  const view = useSettings((state) => state.view);
  const items = useCatalogue((state) => state.items);
  useEffect(() => void readCatalogue(), []);
  // The first step is known once everything is read, and does not change any more afterwards.
  return view && items ? <Setup view={view} items={items} /> : <Skeleton className="m-6 h-80" />;
}

interface Place {
  step: Step;
  /** in the order in which they were opened first */
  visited: readonly Step[];
}

const goTo = (step: Step, { visited }: Place): Place => ({
  step,
  visited: visited.includes(step) ? visited : [...visited, step],
});

function Setup({ view, items }: { view: SettingsView; items: ReadonlyMap<string, CatalogueItem> }) {
  const { t } = useTranslation();
  const people = usePeople(({ state }) => state?.exist ?? false);
  const unpriced = useMemo(() => unpricedCount(items.values()), [items]);
  const progress: SetupProgress = { view, products: items.size, unpriced, people };
  const [{ step, visited }, setPlace] = useState<Place>(() => {
    const first = firstOpen(progress);
    return { step: first, visited: [first] };
  });
  const [actions, setActions] = useState<Partial<Record<Step, StepAction>>>({});
  const setAction = useCallback(
    (of: Step, action: StepAction | undefined) => setActions((now) => ({ ...now, [of]: action })),
    [],
  );
  const open = (next: Step): void => setPlace((place) => goTo(next, place));
  // A step that is saved late does not leave the one that was opened meanwhile.
  const leave = (saved: Step): void =>
    setPlace((place) => (place.step === saved ? goTo(nextOf(saved) ?? saved, place) : place));
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const section = body.current?.querySelector<HTMLElement>(`[data-step="${step}"]`);
    const field = section?.querySelector<HTMLElement>(
      ':is(input, textarea, [data-look="primary"]):not(:disabled, [type="radio"], [type="checkbox"])',
    );
    (field ?? section)?.focus();
  }, [step]);
  const next = nextOf(step);
  const done = isDone(step, progress);
  const action = actions[step];
  const isLive = view.mode === 'live';
  return (
    <div className="stacks flex h-full zoomed:h-auto zoomed:flex-col">
      <StepList step={step} progress={progress} onStep={open} />
      <div ref={body} className="flex min-w-0 flex-1 flex-col">
        {visited.map((name) => (
          // A step that was left stays as it is, with what is typed in it.
          <section
            key={name}
            data-step={name}
            hidden={name !== step}
            aria-label={t(`setup.step.${name}.name`)}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
            tabIndex={0}
            className={classes('min-h-0 flex-1 overflow-y-auto p-6 zoomed:overflow-visible', name !== step && 'hidden')}
          >
            <div className="flex max-w-2xl flex-col gap-4">
              <h3 className="text-title font-semibold text-balance">{t(`setup.step.${name}.title`)}</h3>
              <p className="text-ink-soft">{t(`setup.step.${name}.lead`)}</p>
              <StepScope step={name} onAction={setAction}>
                <StepBody step={name} progress={progress} view={view} onStep={open} onNext={() => leave(name)} />
              </StepScope>
            </div>
          </section>
        ))}
        <footer className="flex shrink-0 flex-wrap items-center justify-between gap-4 border-t border-line bg-surface p-4">
          <Button large onClick={() => navigate('sell')}>
            {isLive && next !== null ? t('setup.sell') : t('setup.leave')}
          </Button>
          {action ? (
            <Button look="primary" large disabled={action.disabled} onClick={action.run}>
              {action.label}
            </Button>
          ) : next === null ? (
            <Button look="primary" large disabled={!isLive} onClick={() => navigate('sell')}>
              {t('setup.sell')}
            </Button>
          ) : (
            <Button look={done ? 'primary' : 'plain'} large onClick={() => open(next)}>
              {done ? t('setup.next') : t(step === 'people' ? 'setup.skipPin' : 'setup.skip')}
            </Button>
          )}
        </footer>
      </div>
    </div>
  );
}

interface StepScopeProps {
  step: Step;
  onAction: (step: Step, action: StepAction | undefined) => void;
  children: ReactNode;
}

/** Gives the set-up's button to the forms of a step. Of several that have something to do, the last one gets it. */
function StepScope({ step, onAction, children }: StepScopeProps) {
  const [set] = useState((): SetStepAction => {
    const all = new Map<string, StepAction>();
    return (id, action) => {
      all.delete(id);
      if (action) all.set(id, action);
      onAction(step, [...all.values()].at(-1));
    };
  });
  return <StepContext value={set}>{children}</StepContext>;
}

interface StepListProps {
  step: Step;
  progress: SetupProgress;
  onStep: (step: Step) => void;
}

/** All steps, with the done ones and the open one marked. */
function StepList({ step, progress, onStep }: StepListProps) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('setup.title')}
      className="flex w-64 shrink-0 flex-col gap-1 overflow-y-auto border-r border-line p-3 zoomed:w-auto zoomed:border-r-0 zoomed:border-b"
    >
      <h2 className="px-3 pb-2 text-large font-semibold">{t('setup.title')}</h2>
      <ol className="flex flex-col gap-1 zoomed:flex-row zoomed:flex-wrap">
        {steps.map((name) => {
          const done = isDone(name, progress);
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
  progress: SetupProgress;
  view: SettingsView;
  onStep: (step: Step) => void;
  onNext: () => void;
}

/** The settings' own forms, one at a time; everything is stored in the settings. */
function StepBody({ step, progress, view, onStep, onNext }: StepBodyProps) {
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
    case 'shop':
      return (
        <>
          <LanguageChoice view={view} />
          <ShopSection view={view} onSaved={onNext} />
        </>
      );
    case 'connection':
      return <ConnectionStep view={view} onNext={onNext} />;
    case 'live':
      return <GoLive view={view} isConnected={isDone('connection', progress)} onStep={onStep} />;
    case 'products':
      return <FirstProducts count={progress.products ?? 0} unpriced={progress.unpriced} />;
    case 'people':
      return progress.people ? (
        <Notice tone="success" title={t('setup.peopleThere')} />
      ) : (
        <SetUpOwner supervisorPin={view.secrets.supervisorPin} onSaved={onNext} />
      );
    case 'printer':
      return <PrintersSection view={view} />;
    case 'sell':
      return <Notice tone="success" title={t('setup.ready')} lines={[t('setup.readyDo')]} />;
  }
}

/** The first codes, looked up one by one or from a list; prices are set in the catalogue, whose list of those without one opens from here. */
function FirstProducts({ count, unpriced }: { count: number; unpriced: number }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { work, watched, dismissed } = useCatalogue();
  const list = work?.import ?? null;
  useEffect(followCatalogue, []);
  const [error, setError] = useState<KonterError | null>(null);
  useEffect(() => {
    const takeIn = async (productCode: string): Promise<void> => {
      // The live catalogue takes in what is looked up, and publishes an event.
      const answer = await lookUpOffer(productCode);
      setError(answer.ok ? null : answer.error);
    };
    const productCode = takeTestedProduct();
    if (productCode !== null) void takeIn(productCode);
  }, []);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-large font-semibold">{t('setup.products', plural(count))}</p>
      <div className="flex flex-wrap gap-3">
        <Button look={count === 0 ? 'primary' : 'plain'} onClick={() => setAdding(true)}>
          {t('setup.addProducts')}
        </Button>
        <Button hotkey="F5" onClick={() => navigate('catalogue')}>
          {t('setup.toCatalogue')}
        </Button>
      </div>
      {list && isImportShown(list, { watched, dismissed }) ? (
        <JobProgress job="import" work={list} onFailed={() => navigate('catalogue')} />
      ) : null}
      {/* Below what is pressed: they come and go while a list is read. */}
      {count > 0 && count < fewProducts ? <Notice tone="unknown" compact title={t('setup.fewProducts')} /> : null}
      {unpriced > 0 ? (
        <Notice tone="unknown" compact title={t('setup.unpriced', plural(unpriced))}>
          <div className="pt-2">
            <Button onClick={openUnpriced}>{t('catalogue.priceThem')}</Button>
          </div>
        </Notice>
      ) : null}
      <ErrorNotice error={error} />
      {adding ? <AddDialog text="" onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

/** The connection by a code, or typed by hand. What is saved is tested at once, and a tested step is left. */
function ConnectionStep({ view, onNext }: { view: SettingsView; onNext: () => void }) {
  const { t } = useTranslation();
  const { results, run, isRunning } = useConnectionChecks();
  const [byHand, setByHand] = useState(false);
  const isSaved = isConnectionSaved(view);
  const isTested = view.tested.relay && view.tested.provider;
  const test = async (): Promise<void> => {
    if (await run({ relay: true, productCode: null })) onNext();
  };
  useStepAction(
    isSaved && !isTested
      ? {
          label: isRunning ? t('settings.testing') : t('setup.testNext'),
          disabled: isRunning,
          run: () => void test(),
        }
      : null,
  );
  return (
    <>
      {isSaved ? <CheckList results={results} tested={view.tested} /> : null}
      <ConnectionCodeForm view={view} onSaved={() => void test()} />
      <details
        open={byHand}
        onToggle={(event) => setByHand(event.currentTarget.open)}
        className="border-t border-line pt-3"
      >
        <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
          {t('settings.code.byHand')}
        </summary>
        <p className="pb-3">{t('setup.whichSecret')}</p>
        <ConnectionForm view={view} onSaved={() => void test()} />
      </details>
      <details className="border-t border-line pt-3">
        <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
          {t('setup.noRelay.title')}
        </summary>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>{t('setup.noRelay.what')}</li>
          <li>{t('setup.noRelay.cost')}</li>
          <li>{t('setup.noRelay.where')}</li>
        </ul>
      </details>
    </>
  );
}

interface Props {
  view: SettingsView;
  /** the connection's own step is done */
  isConnected: boolean;
  onStep: (step: Step) => void;
}

/** Tests what was not tested yet, and switches from training to live. The page reloads by itself, and set-up goes on. */
function GoLive({ view, isConnected, onStep }: Props) {
  const { t } = useTranslation();
  if (view.mode === 'live') return <Notice tone="success" icon={CircleCheck} title={t('setup.isLive')} />;
  if (isConnected) return <GoLiveForm view={view} />;
  return (
    <Notice tone="quiet" title={t('setup.connectFirst')}>
      <div className="pt-2">
        <Button onClick={() => onStep('connection')}>
          {t('setup.toStep', { step: t('setup.step.connection.name') })}
        </Button>
      </div>
    </Notice>
  );
}

const untestedSchema = z.object({ productCode: ProductCode });
const testedSchema = z.object({ productCode: z.literal('') });

function GoLiveForm({ view }: { view: SettingsView }) {
  const { t } = useTranslation();
  const { tested } = view;
  const { results, run } = useConnectionChecks();
  // The test itself says that a product was read: its field stays until the page reloads.
  const [asksProduct] = useState(!tested.product);
  const form = useZodForm({
    schema: asksProduct ? untestedSchema : testedSchema,
    defaults: { productCode: '' },
    async send({ productCode }) {
      if (asksProduct && !(await run({ relay: !tested.relay, productCode }))) return null;
      comeBackToSetup(asksProduct ? productCode : null);
      const answer = await call('mode.switch', { mode: 'live' });
      return answer.ok ? null : answer.error;
    },
  });
  const isRunning = form.busy;
  // The page reloads: what is typed in other steps, which stay as they were left, would be gone.
  const goLive = (): void => leaveForms(() => void form.submit());
  useStepAction({
    label: isRunning ? t('settings.testing') : t('setup.goLive'),
    disabled: isRunning,
    run: goLive,
  });
  return (
    <form
      {...form.props}
      onSubmit={(event) => {
        event.preventDefault();
        goLive();
      }}
      className="flex flex-col gap-4"
    >
      {asksProduct ? (
        <TextField
          mono
          label={t('setup.oneProduct')}
          hint={t('setup.oneProductHint')}
          {...form.field('productCode', t('setup.oneProductBad'))}
        />
      ) : null}
      <CheckList product results={results} tested={tested} />
      <ErrorNotice error={form.error} />
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}
