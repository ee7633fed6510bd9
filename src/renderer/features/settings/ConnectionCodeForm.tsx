import type { FieldValues } from 'react-hook-form';
import { readConnectionCode } from '../../../shared/wire/connection-code.ts';
import { plural, reasonLines } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useServes } from '../../state/status.ts';
import { Confirm } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm, type ZodForm } from '../../ui/form.ts';
import { ArrowRight } from '../../ui/later-icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type CodePreview, codeChange, codeForm, emptyCode, previewCode, useLeaveOrders } from './connection-form.ts';
import { ConfirmPin, SaveBar, SecretField, type SectionProps } from './SettingsForm.tsx';
import { saveSettings } from './settings-form.ts';

/** Connects the counter by a code that was pasted or scanned. Where it leads is shown before it is saved. */
export function ConnectionCodeForm({ view, onSaved }: SectionProps & { onSaved?: () => void }) {
  const { t } = useTranslation();
  const sells = useServes('order');
  const leaveOrders = useLeaveOrders();
  const form = useZodForm({
    schema: codeForm(view, sells),
    defaults: emptyCode,
    clears: emptyCode,
    send: (read) => saveSettings({ ...codeChange(read), ...leaveOrders.change() }),
    done: onSaved,
  });
  const typed = form.watch('connectionCode');
  const read = typed === '' ? null : readConnectionCode(typed);
  const preview = read?.ok ? previewCode(read.code, view, sells) : null;
  const { secrets, locked } = view;
  return (
    <form {...form.props} aria-label={t('settings.code.title')} className="flex flex-col gap-3">
      <SecretField
        label={t('settings.code.label')}
        hint={t(sells ? 'settings.code.hint' : 'office.connection.codeHint')}
        isSet={false}
        // No code is kept: that none stands here says nothing of the connection.
        placeholder=""
        locked={false}
        {...form.field('connectionCode')}
        fault={read && !read.ok ? reasonLines(t, read.fault).join(' ') : null}
      />
      {preview ? (
        <>
          {preview.changes.mailbox ? (
            <Notice
              tone="unknown"
              compact
              title={t('settings.code.replaces')}
              lines={[sells ? t('settings.code.addInstead') : null]}
            />
          ) : null}
          <CodeAddresses preview={preview} view={view} />
          {preview.needs.providerUrl ? (
            <TextField
              mono
              label={t('settings.providerUrl')}
              hint={t('settings.providerUrlHint')}
              {...form.field('providerUrl', `${t('settings.bad')}: ${t('settings.providerUrlHint')}`)}
            />
          ) : null}
          {preview.needs.secretKey ? (
            <SecretField
              label={t('settings.secretKey')}
              isSet={false}
              locked={locked.includes('secretKey')}
              {...form.field('secretKey', t('settings.bad'))}
            />
          ) : null}
          {preview.needs.headers ? (
            <SecretField
              label={t('settings.code.providerKey')}
              hint={preview.dropsHeaders ? t('settings.code.headersDropped') : t('settings.providerHeadersHint')}
              isSet={false}
              locked={locked.includes('providerHeaders')}
              {...form.field('providerHeaders', t('settings.providerHeadersBad'))}
            />
          ) : null}
          <ConfirmPin needed={secrets.supervisorPin} {...form.field('pin', t('settings.pin.bad'))} />
        </>
      ) : null}
      <SaveBar {...form} label={t('settings.code.use')} />
      <LeaveOrders form={form} agree={leaveOrders.submit} />
    </form>
  );
}

interface LeaveOrdersProps {
  form: Pick<ZodForm<FieldValues>, 'error' | 'submit' | 'dismiss'>;
  agree: ReturnType<typeof useLeaveOrders>['submit'];
}

/** Asks before a mailbox is left in which results are awaited. */
export function LeaveOrders({ form, agree }: LeaveOrdersProps) {
  const { t } = useTranslation();
  if (form.error?.reason !== 'orders_at_mailbox') return null;
  return (
    <Confirm
      title={t('settings.otherMailbox.title')}
      lead={t('settings.otherMailbox.lead', plural(form.error.orders ?? 0))}
      stop={t('common.back')}
      go={{ label: t('settings.otherMailbox.go'), run: () => void agree(form.submit) }}
      onClose={form.dismiss}
    />
  );
}

/** Both addresses to which the counter would talk, beside those of now where they differ. */
function CodeAddresses({ preview, view }: { preview: CodePreview; view: SectionProps['view'] }) {
  const { t } = useTranslation();
  const { relay, provider } = view.settings;
  const rows = [
    [t('settings.relayUrl'), preview.relayUrl, preview.changes.relay ? relay.url : null],
    [t('settings.providerUrl'), preview.providerUrl, preview.changes.provider ? provider.url : null],
  ] as const;
  return (
    <dl className="flex flex-col gap-2 rounded-box border border-line bg-sunken p-3">
      {rows.map(([label, url, before]) =>
        url === null ? null : (
          <div key={label} className="flex flex-wrap items-baseline gap-x-3">
            <dt className="w-36 shrink-0 text-small text-ink-soft">{label}</dt>
            <dd className="min-w-0 font-mono break-all">
              {before === null ? null : (
                <>
                  <s className="text-ink-soft">{before}</s>
                  <ArrowRight aria-hidden="true" className="mx-2 inline size-4" />
                </>
              )}
              <span className="font-semibold">{url}</span>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
