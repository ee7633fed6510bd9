import { useTranslation } from 'react-i18next';
import { useNow } from '../../state/clock.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ConnectionTestPanel } from './ConnectionTestPanel.tsx';
import { connectionChange, connectionForm, connectionTyped } from './connection-form.ts';
import { dayOf } from './day-end.ts';
import { RefusalWordsForm } from './RefusalWordsForm.tsx';
import { RelayTrial } from './RelayTrial.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SecretField } from './SecretField.tsx';
import { SecretKeyField } from './SecretKeyField.tsx';
import type { SectionProps } from './section.ts';
import { useSection } from './use-section.ts';

/** The way to the provider and to the relay. Secrets go in and never come out again. */
export function ConnectionSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { locked, secrets } = view;
  const zone = view.settings.timeZone;
  const now = useNow();
  const [today, tomorrow] = [dayOf(now, zone), dayOf(now, zone, 1)];
  const { register, watch, errors, bar, saveWith, dismiss, onSubmit } = useSection(
    connectionForm(today, zone),
    connectionTyped(view, tomorrow),
    (read) => connectionChange(read, locked, secrets.secretKey),
    { providerHeaders: '', secretKey: '', relayToken: '' },
  );
  const bad = (wrong: unknown): string | null => (wrong ? t('settings.bad') : null);
  return (
    <>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
        <TextField
          label={t('settings.providerUrl')}
          hint={t('settings.providerUrlHint')}
          locked={locked.includes('provider.url')}
          fault={errors.providerUrl ? `${t('settings.bad')}: ${t('settings.providerUrlHint')}` : null}
          mono
          {...register('providerUrl')}
        />
        <SecretField
          label={t('settings.providerHeaders')}
          isSet={secrets.providerHeaders}
          locked={locked.includes('providerHeaders')}
          secret="providerHeaders"
          hint={t('settings.providerHeadersHint')}
          fault={errors.providerHeaders ? t('settings.providerHeadersBad') : null}
          {...register('providerHeaders')}
        />
        <SecretKeyField
          view={view}
          register={register}
          replacing={watch('secretKey') !== ''}
          faults={{ key: bad(errors.secretKey), retireOn: errors.retireOn !== undefined }}
        />
        <TextField
          label={t('settings.relayUrl')}
          locked={locked.includes('relay.url')}
          fault={bad(errors.relayUrl)}
          mono
          {...register('relayUrl')}
        />
        <TextField
          label={t('settings.mailbox')}
          locked={locked.includes('relay.mailbox')}
          fault={bad(errors.mailbox)}
          mono
          {...register('mailbox')}
        />
        <SecretField
          label={t('settings.relayToken')}
          isSet={secrets.relayToken}
          locked={locked.includes('relayToken')}
          secret="relayToken"
          fault={bad(errors.relayToken)}
          {...register('relayToken')}
        />
        <details>
          <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
            {t('settings.proxy')}, {t('settings.refusalCodes')}
          </summary>
          <TextField
            label={`${t('settings.proxy')} (${t('common.optional')})`}
            fault={bad(errors.proxy)}
            mono
            {...register('proxy')}
          />
          <TextField
            label={t('settings.refusalCodes')}
            hint={t('settings.refusalCodesHint')}
            fault={bad(errors.refusalCodes)}
            mono
            {...register('refusalCodes')}
          />
        </details>
        <SaveBar {...bar} />
      </form>
      {bar.error?.reason === 'orders_at_mailbox' ? (
        <Confirm
          title={t('settings.otherMailbox.title')}
          lead={t('settings.otherMailbox.lead', { n: bar.error.orders ?? 0 })}
          stop={t('common.back')}
          go={{ label: t('settings.otherMailbox.go'), run: () => saveWith({ leaveOrders: true }) }}
          onClose={dismiss}
        />
      ) : null}
      <RefusalWordsForm view={view} />
      <ConnectionTestPanel />
      <RelayTrial />
    </>
  );
}
