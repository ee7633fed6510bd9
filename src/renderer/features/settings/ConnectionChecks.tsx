import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { call } from '../../host/call.ts';
import { refreshSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type CheckResults, type CheckState, checkFailure, checkStates, noResults } from './connection-checks.ts';

interface Ask {
  /** the way of an order's result; false where it was tested already */
  relay: boolean;
  /** a product of the provider to read; null: any answer of the provider will do */
  productCode: string | null;
}

/** Tests of the saved connection, one after the other: two at once would take the mailbox from each other. Nothing is bought. */
export function useConnectionChecks() {
  const [results, setResults] = useState<CheckResults>(noResults);
  /** Resolves to whether all passed. */
  const run = async ({ relay, productCode }: Ask): Promise<boolean> => {
    let found: CheckResults = { ...noResults, productCode };
    if (relay) {
      setResults({ ...found, running: 'relay' });
      const answer = await call('settings.tryRelay');
      found = { ...found, relay: answer.ok ? answer.value : answer.error };
    }
    setResults({ ...found, running: 'provider' });
    const answer = await call('settings.test', productCode === null ? undefined : { productCode });
    found = { ...found, provider: answer.ok ? answer.value : answer.error };
    await refreshSettings();
    setResults(found);
    return !Object.values(checkStates(found, noTests)).includes('failed');
  };
  return { results, run, isRunning: results.running !== null };
}

const noTests: SettingsView['tested'] = { relay: false, provider: false, product: false };

const icons: Readonly<Record<CheckState, readonly [LucideIcon, string]>> = {
  passed: [CircleCheck, 'text-success'],
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
