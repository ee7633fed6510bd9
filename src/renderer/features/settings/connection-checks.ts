import type { TFunction } from 'i18next';
import { useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { ConnectionTest, RelayTrial, SettingsView } from '../../../shared/contract/settings.ts';
import { call } from '../../host/call.ts';
import { type ErrorWords, errorWords } from '../../i18n/i18n.ts';
import { refreshSettings } from '../../state/settings.ts';

/** What the tests of this visit found; null: not tested in it. */
export interface CheckResults {
  relay: RelayTrial | KonterError | null;
  provider: ConnectionTest | KonterError | null;
  running: 'relay' | 'provider' | null;
  /** what the provider was asked for */
  productCode: string | null;
}

export const noResults: CheckResults = { relay: null, provider: null, running: null, productCode: null };

export type CheckState = 'ok' | 'failed' | 'running' | 'open';
type CheckStates = Record<'relay' | 'signature' | 'provider', CheckState>;

/** A test of this visit counts before one that was passed earlier. */
export function checkStates({ relay, provider, running }: CheckResults, tested: SettingsView['tested']): CheckStates {
  const earlier = (isTested: boolean): CheckState => (isTested ? 'ok' : 'open');
  const relayStates = (): Pick<CheckStates, 'relay' | 'signature'> => {
    if (running === 'relay') return { relay: 'running', signature: 'running' };
    if (relay === null) return { relay: earlier(tested.relay), signature: earlier(tested.relay) };
    if ('code' in relay || relay.outcome === 'unreachable' || relay.outcome === 'not_configured') {
      return { relay: 'failed', signature: 'open' };
    }
    return { relay: 'ok', signature: relay.outcome === 'ok' ? 'ok' : 'failed' };
  };
  const providerState = (): CheckState => {
    if (running === 'provider') return 'running';
    if (provider === null) return earlier(tested.provider);
    return !('code' in provider) && provider.provider === 'ok' ? 'ok' : 'failed';
  };
  return { ...relayStates(), provider: providerState() };
}

/** What to do about the first test that failed; null: none did. */
export function checkFailure(t: TFunction, { relay, provider, productCode }: CheckResults): ErrorWords | null {
  if (relay !== null) {
    if ('code' in relay) return errorWords(t, relay);
    if (relay.outcome !== 'ok') {
      const words = `settings.relayTrial.${relay.outcome}` as const;
      return { title: t(`${words}.title`), lines: [t(`${words}.do`)] };
    }
  }
  if (provider === null) return null;
  if ('code' in provider) return errorWords(t, provider);
  if (provider.provider === 'ok') return null;
  const words = `settings.testProvider.${provider.provider}` as const;
  return { title: t(`${words}.title`, { code: productCode ?? '' }), lines: [t(`${words}.do`)] };
}

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
