import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { CheckList } from '../settings/ConnectionChecks.tsx';
import { ConnectionCodeForm } from '../settings/ConnectionCodeForm.tsx';
import { ConnectionForm } from '../settings/ConnectionSection.tsx';
import { useConnectionChecks } from '../settings/connection-checks.ts';
import { useStepAction } from '../settings/step-action.ts';
import { isConnectionSaved } from './steps.ts';

/** The connection by a code, or typed by hand. What is saved is tested at once, and what passed is left behind. */
export function ConnectionStep({ view, onNext }: { view: SettingsView; onNext: () => void }) {
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
        <ConnectionForm view={view} onSaved={() => void test()} />
      </details>
    </>
  );
}
