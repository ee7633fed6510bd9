import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ProductCode } from '../../../shared/contract/procedure.ts';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { call } from '../../host/call.ts';
import { leaveForms } from '../../state/unsaved.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { CheckList } from '../settings/ConnectionChecks.tsx';
import { useConnectionChecks } from '../settings/connection-checks.ts';
import { useStepAction } from '../settings/step-action.ts';
import { comeBackToSetup } from './open-setup.ts';
import type { Step } from './steps.ts';

interface Props {
  view: SettingsView;
  /** the connection's own step is done */
  isConnected: boolean;
  onStep: (step: Step) => void;
}

/** Tests what was not tested yet, and switches from training to live. The page reloads by itself, and set-up goes on. */
export function GoLive({ view, isConnected, onStep }: Props) {
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
