import type { FieldValues } from 'react-hook-form';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useRouter } from '../../state/router.ts';
import { useServes, useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { DayField } from '../../ui/DayField.tsx';
import { useZodForm, type ZodForm } from '../../ui/form.ts';
import type { LucideIcon } from '../../ui/icon.tsx';
import { CircleCheck, CircleDashed, CircleX } from '../../ui/icons.tsx';
import { LoaderCircle } from '../../ui/later-icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConnectionCodeForm, LeaveOrders } from './ConnectionCodeForm.tsx';
import {
  type CheckResults,
  type CheckState,
  checkFailure,
  checkStates,
  connectionChange,
  connectionForm,
  connectionTyped,
  dayOf,
  providerRows,
  relayRows,
  useConnectionChecks,
  useLeaveOrders,
} from './connection-form.ts';
import { OfficeOfShop } from './OfficeSections.tsx';
import { SaveBar, SecretField, type SectionProps, SettingInput, SettingsForm } from './SettingsForm.tsx';
import { ShopSection } from './ShopSection.tsx';
import { saveSettings } from './settings-form.ts';

/** Few shops need these: they are collapsed. */
const isRare = ({ name }: { name: string }): boolean => name === 'provider.proxy' || name === 'provider.refusalCodes';

/** The way to the provider and to the relay. Secrets go in and never come out again. */
export function ConnectionSection({ view }: SectionProps) {
  const { t } = useTranslation();
  if (!useServes('order')) return <OfficeConnection view={view} />;
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
      <ShopSection view={view} />
      <OfficeOfShop view={view} />
    </>
  );
}

/** An office asks the provider nothing: the code of its mailbox is all that it needs. */
function OfficeConnection({ view }: SectionProps) {
  const { t } = useTranslation();
  const shop = useStatus((state) => state.status?.shop);
  const { url } = view.settings.relay;
  return (
    <>
      <p>{t('office.connection.lead')}</p>
      {url === null ? null : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          <dt className="text-ink-soft">{t('office.relay')}</dt>
          <dd className="font-mono break-all">{url}</dd>
          {shop ? (
            <>
              <dt className="text-ink-soft">{t('settings.section.shop')}</dt>
              <dd className="font-semibold">{shop.name}</dd>
            </>
          ) : null}
        </dl>
      )}
      <ConnectionCodeForm view={view} />
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
      <LeaveOrders form={form} agree={leaveOrders.submit} />
    </>
  );
}

/** The key that webhooks are signed with. Where it is replaced, the old one is believed for a while: both may be under way. */
function SecretKeyField({ view, form }: { view: SettingsView; form: ZodForm<FieldValues> }) {
  const { t } = useTranslation();
  const changed = useStatus((state) => state.status?.keyChange !== undefined);
  const isRequested = useRouter((state) => state.settingsSection === 'connection');
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
        autoFocus={changed && isRequested}
        {...form.field('secretKey', t('settings.bad'))}
      />
      {secrets.secretKey && form.watch('secretKey') !== '' ? (
        <DayField
          label={t('settings.retireAt')}
          hint={t('settings.retireAtHint')}
          min={dayOf(now, zone)}
          {...form.control('retireOn', t('settings.retireAtBad'))}
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
function ConnectionTestPanel({ view }: { view: SettingsView }) {
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
