import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import {
  type CheckResults,
  type CheckState,
  checkFailure,
  checkStates,
  useConnectionChecks,
} from './connection-checks.ts';

const icons: Readonly<Record<CheckState, readonly [LucideIcon, string]>> = {
  ok: [CircleCheck, 'text-success'],
  failed: [CircleX, 'text-failed'],
  running: [LoaderCircle, 'animate-spin text-accent motion-reduce:animate-none'],
  open: [CircleDashed, 'text-ink-soft'],
};

interface Props {
  results: CheckResults;
  tested: SettingsView['tested'];
  /** the provider is asked for a product of the shop */
  product?: boolean;
}

/** Each part of the connection with its state, and what to do about the first that failed. */
export function CheckList({ results, tested, product = false }: Props) {
  const { t } = useTranslation();
  const states = checkStates(results, product ? { ...tested, provider: tested.product } : tested);
  const failure = checkFailure(t, results);
  const name = results.provider && 'productName' in results.provider ? results.provider.productName : undefined;
  const labels = {
    relay: t('settings.checks.relay'),
    signature: t('settings.checks.signature'),
    provider: product ? (name ?? t('settings.checks.product')) : t('settings.checks.provider'),
  };
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={t('settings.checks.title')} className="flex flex-col gap-1">
        {(['relay', 'signature', 'provider'] as const).map((check) => {
          const state = states[check];
          const [Icon, look] = icons[state];
          return (
            <li key={check} className="flex min-h-8 items-center gap-2">
              <Icon aria-hidden="true" className={classes('size-5 shrink-0', look)} />
              <span className={classes(state === 'open' ? 'text-ink-soft' : 'font-medium')}>{labels[check]}</span>
              <span className="sr-only">{t(`settings.checks.state.${state}`)}</span>
            </li>
          );
        })}
      </ul>
      {failure ? <Notice compact tone="failed" icon={CircleX} live="alert" {...failure} /> : null}
    </div>
  );
}

/** Tests the saved connection when it is asked to. */
export function ConnectionTestPanel({ view }: { view: SettingsView }) {
  const { t } = useTranslation();
  const { results, run, isRunning } = useConnectionChecks();
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-4">
        <p className="text-small text-ink-soft">{t('settings.testSaved')}</p>
        <Button disabled={isRunning} onClick={() => void run({ relay: true, productCode: null })}>
          {isRunning ? t('settings.testing') : t('settings.test')}
        </Button>
      </div>
      <CheckList results={results} tested={view.tested} />
    </section>
  );
}
