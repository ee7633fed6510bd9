import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { plural } from '../../i18n/i18n.ts';
import { useNow } from '../../state/clock.ts';
import { useRouter } from '../../state/router.ts';
import { useStatus } from '../../state/status.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm, type ZodForm } from '../../ui/form.ts';
import { dateTimeText } from '../../ui/time-text.ts';
import { ConnectionTestPanel } from './ConnectionChecks.tsx';
import { ConnectionCodeForm } from './ConnectionCodeForm.tsx';
import {
  connectionChange,
  connectionForm,
  connectionTyped,
  dayOf,
  providerRows,
  relayRows,
} from './connection-form.ts';
import { SaveBar, SecretField, type SectionProps, SettingInput, SettingsForm } from './SettingsForm.tsx';
import { saveSettings } from './settings-form.ts';
import { useLeaveOrders } from './use-leave-orders.ts';

/** Few shops need these: they are collapsed. */
const isRare = ({ name }: { name: string }): boolean => name === 'provider.proxy' || name === 'provider.refusalCodes';

/** The way to the provider and to the relay. Secrets go in and never come out again. */
export function ConnectionSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <>
      <ConnectionCodeForm view={view} />
      <section aria-label={t('settings.code.byHand')} className="flex flex-col gap-3 border-t border-line pt-4">
        <h4 className="text-large font-semibold">{t('settings.code.byHand')}</h4>
        <ConnectionForm view={view} />
      </section>
      {/* Closed: few shops ever need it. */}
      <details className="border-t border-line pt-3">
        <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
          {t('settings.refusalWords')}
        </summary>
        <SettingsForm view={view} form="refusalWords" lead={<p>{t('settings.refusalWordsLead')}</p>} />
      </details>
      <ConnectionTestPanel view={view} />
    </>
  );
}

/** Addresses and keys, each typed on its own. */
export function ConnectionForm({ view, onSaved }: SectionProps & { onSaved?: () => void }) {
  const { t } = useTranslation();
  const { locked, secrets } = view;
  const zone = view.settings.timeZone;
  const now = useNow();
  const leaveOrders = useLeaveOrders();
  const form = useZodForm<FieldValues, ReturnType<ReturnType<typeof connectionForm>['parse']>>({
    schema: connectionForm(dayOf(now, zone), zone),
    defaults: connectionTyped(view, dayOf(now, zone, 1)),
    clears: { providerHeaders: '', secretKey: '', relayToken: '' },
    send: (read) => saveSettings({ ...connectionChange(read, view), ...leaveOrders.change() }),
    done: onSaved,
  });
  return (
    <>
      <form {...form.props} className="flex flex-col gap-3">
        {providerRows
          .filter((row) => !isRare(row))
          .map((row) => (
            <SettingInput key={row.name} row={row} form={form} locked={locked} />
          ))}
        <SecretField
          label={t('settings.providerHeaders')}
          isSet={secrets.providerHeaders}
          locked={locked.includes('providerHeaders')}
          secret="providerHeaders"
          hint={t('settings.providerHeadersHint')}
          {...form.field('providerHeaders', t('settings.providerHeadersBad'))}
        />
        <SecretKeyField view={view} form={form} />
        {relayRows.map((row) => (
          <SettingInput key={row.name} row={row} form={form} locked={locked} />
        ))}
        <SecretField
          label={t('settings.relayToken')}
          isSet={secrets.relayToken}
          locked={locked.includes('relayToken')}
          secret="relayToken"
          {...form.field('relayToken', t('settings.bad'))}
        />
        <details>
          <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
            {t('settings.proxy')}, {t('settings.refusalCodes')}
          </summary>
          {providerRows.filter(isRare).map((row) => (
            <SettingInput
              key={row.name}
              row={row}
              form={form}
              locked={locked}
              {...(row.name === 'provider.proxy' ? { note: t('common.optional') } : {})}
            />
          ))}
        </details>
        <SaveBar {...form} />
      </form>
      {form.error?.reason === 'orders_at_mailbox' ? (
        <Confirm
          title={t('settings.otherMailbox.title')}
          lead={t('settings.otherMailbox.lead', plural(form.error.orders ?? 0))}
          stop={t('common.back')}
          go={{ label: t('settings.otherMailbox.go'), run: () => void leaveOrders.submit(form.submit) }}
          onClose={form.dismiss}
        />
      ) : null}
    </>
  );
}

/** The key that webhooks are signed with. Where it is replaced, the old one is believed for a while: both may be under way. */
function SecretKeyField({ view, form }: { view: SettingsView; form: ZodForm<FieldValues> }) {
  const { t } = useTranslation();
  const changed = useStatus((state) => state.status?.keyChange !== undefined);
  const asked = useRouter((state) => state.settingsSection === 'connection');
  const now = useNow();
  const { secrets, locked, retiring, settings } = view;
  const zone = settings.timeZone;
  return (
    <>
      <SecretField
        label={t('settings.secretKey')}
        isSet={secrets.secretKey}
        locked={locked.includes('secretKey')}
        secret="secretKey"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the notice of a changed key leads here, to fill it in
        autoFocus={changed && asked}
        {...form.field('secretKey', t('settings.bad'))}
      />
      {secrets.secretKey && form.watch('secretKey') !== '' ? (
        <TextField
          label={t('settings.retireAt')}
          hint={t('settings.retireAtHint')}
          type="date"
          min={dayOf(now, zone)}
          {...form.field('retireOn', t('settings.retireAtBad'))}
        />
      ) : null}
      {retiring.length === 0 ? null : (
        <ul className="pb-2 text-small">
          {retiring.map((until) => (
            <li key={until}>{t('settings.retiring', { time: dateTimeText(until, zone) })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
