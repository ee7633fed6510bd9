import { useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { OfficeOfCounter, Published } from '../../../shared/contract/office.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Check, Send } from '../../ui/icons.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../ui/Notice.tsx';
import { ConfirmPin, type SectionProps } from './SettingsForm.tsx';
import { typedPin } from './settings-form.ts';

const readPublished = () => call('office.published');

/** At an office: sends catalogue, prices and staff to every counter, under the key that the counters compare. */
export function PublishSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const zone = useShopZone();
  // Another window may have changed or sent something.
  const status = useStatus((state) => state.status);
  const [sent, setSent] = useState<Published | null>(null);
  const [asking, setAsking] = useState(false);
  const answer = useAnswer(readPublished, 'published', sent ?? status)?.answer ?? null;
  if (answer === null) return <Skeleton className="h-40" />;
  if (!answer.ok) return <ErrorNotice error={answer.error} />;
  const { fingerprint, version, at, isChanged } = answer.value;
  const isSent = version > 0 && at !== null;
  return (
    <div className="flex flex-col items-start gap-4">
      <p>{t('office.publish.lead')}</p>
      <Fingerprint
        label={t('office.publish.fingerprint')}
        text={fingerprint}
        hint={t('office.publish.fingerprintHint')}
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">{t('office.publish.version')}</dt>
        <dd className="font-semibold">
          {isSent
            ? t('office.publish.versionAt', { version, time: dateTimeText(at, zone) })
            : t('office.publish.never')}
        </dd>
      </dl>
      {isSent && !isChanged ? (
        <Notice compact tone="success" icon={Check} title={t('office.publish.same')} className="w-full" />
      ) : isSent ? (
        <Notice compact tone="unknown" title={t('office.publish.changed')} className="w-full" />
      ) : null}
      <Button look={isSent && !isChanged ? 'plain' : 'primary'} icon={Send} onClick={() => setAsking(true)}>
        {t(isSent && !isChanged ? 'office.publish.again' : 'office.publish.go')}
      </Button>
      {asking ? <Publish view={view} onSent={setSent} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

interface PublishProps extends SectionProps {
  onSent: (published: Published) => void;
  onClose: () => void;
}

function Publish({ view, onSent, onClose }: PublishProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: z.object({ pin: typedPin }),
    defaults: { pin: '' },
    async send({ pin }) {
      const answer = await call('office.publish', pin === '' ? {} : { pin });
      form.setValue('pin', '');
      if (!answer.ok) return answer.error;
      onSent(answer.value);
      toast('success', t('office.publish.sent', { version: answer.value.version }));
      return null;
    },
    done: onClose,
  });
  return (
    <FormDialog
      title={t('office.publish.ask')}
      lead={t('office.publish.askLead')}
      form={form}
      submit={t('office.publish.go')}
      onClose={onClose}
    >
      <ConfirmPin needed={view.secrets.supervisorPin} {...form.field('pin', t('settings.pin.bad'))} />
    </FormDialog>
  );
}

function Fingerprint({ label, text, hint }: { label: string; text: string; hint?: string }) {
  return (
    <div className="w-full rounded-box border border-line bg-surface p-4">
      <p className="text-small text-ink-soft">{label}</p>
      {/* Where it needs two lines they are alike: it is compared group by group. */}
      <p data-testid="fingerprint" className="font-mono text-title font-semibold text-balance break-words select-text">
        {text}
      </p>
      {hint ? <p className="text-small text-ink-soft">{hint}</p> : null}
    </div>
  );
}

const readOffice = () => call('office.ofCounter');

/** At a counter of a shop: whose catalogue, prices and staff it takes. Nothing where there is no office. */
export function OfficeOfShop({ view }: SectionProps) {
  const { t } = useTranslation();
  const shop = useStatus((state) => state.status?.shop);
  const [taken, setTaken] = useState<OfficeOfCounter | null>(null);
  const [asking, setAsking] = useState(false);
  const answer = useAnswer(readOffice, shop?.name ?? '', taken ?? shop)?.answer ?? null;
  if (!shop || shop.isKeyMissing || !answer?.ok) return null;
  const { accepted, offered, refused } = answer.value;
  if (accepted === null && offered === null) return null;
  const isOther = accepted !== null && offered !== null;
  return (
    <section aria-label={t('office.ofCounter.title')} className="flex flex-col gap-3 border-t border-line pt-4">
      <h4 className="text-large font-semibold">{t('office.ofCounter.title')}</h4>
      {accepted === null ? (
        <p>{t('office.ofCounter.none')}</p>
      ) : (
        <Accepted office={answer.value} fingerprint={accepted} />
      )}
      {offered === null ? null : (
        <Notice
          compact
          tone={isOther ? 'failed' : 'pending'}
          title={t(isOther ? 'office.ofCounter.offeredOther' : 'office.ofCounter.offered')}
          lines={[t('office.ofCounter.offeredDo')]}
        >
          <div className="pt-2">
            <Button onClick={() => setAsking(true)}>{t('office.ofCounter.accept')}</Button>
          </div>
        </Notice>
      )}
      <Refused prices={refused} />
      {asking && offered !== null ? (
        <Accept view={view} offered={offered} onTaken={setTaken} onClose={() => setAsking(false)} />
      ) : null}
    </section>
  );
}

function Accepted({ office: { version, at }, fingerprint }: { office: OfficeOfCounter; fingerprint: string }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  return (
    <>
      <p>{t('office.ofCounter.accepted')}</p>
      <Fingerprint
        label={t('office.ofCounter.key')}
        text={fingerprint}
        hint={
          at === null
            ? t('office.ofCounter.waiting')
            : t('office.ofCounter.version', { version, time: dateTimeText(at, zone) })
        }
      />
    </>
  );
}

/** Prices that would lose money. The rest of the version counts. */
function Refused({ prices }: { prices: OfficeOfCounter['refused'] }) {
  const { t } = useTranslation();
  if (prices.length === 0) return null;
  return (
    <Notice compact tone="unknown" title={t('office.ofCounter.refused', plural(prices.length))}>
      <ul className="list-disc pl-5">
        {prices.map(({ productCode, reason }) => (
          <li key={productCode}>
            <span className="font-mono font-semibold">{productCode}</span> {t(`office.ofCounter.reason.${reason}`)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface AcceptProps extends SectionProps {
  offered: string;
  onTaken: (office: OfficeOfCounter) => void;
  onClose: () => void;
}

/** Letters and digits alone: a person may type the groups as they like. */
const plain = (fingerprint: string): string => fingerprint.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Typed, not shown: the person who accepts has to learn it at the office. */
function Accept({ view, offered, onTaken, onClose }: AcceptProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: z.object({
      fingerprint: z.string().refine((typed) => plain(typed) === plain(offered)),
      pin: typedPin,
    }),
    defaults: { fingerprint: '', pin: '' },
    async send({ pin }): Promise<KonterError | null> {
      const answer = await call('office.accept', { fingerprint: offered, ...(pin === '' ? {} : { pin }) });
      form.setValue('pin', '');
      if (!answer.ok) return answer.error;
      onTaken(answer.value);
      toast('success', t('office.ofCounter.done'));
      return null;
    },
    done: onClose,
  });
  return (
    <FormDialog
      title={t('office.ofCounter.acceptAsk')}
      lead={t('office.ofCounter.acceptLead')}
      form={form}
      submit={t('office.ofCounter.accept')}
      onClose={onClose}
    >
      <TextField
        mono
        label={t('office.ofCounter.typed')}
        hint={t('office.ofCounter.typedHint')}
        maxLength={100}
        {...form.field('fingerprint', t('office.ofCounter.differs'))}
      />
      <ConfirmPin needed={view.secrets.supervisorPin} {...form.field('pin', t('settings.pin.bad'))} />
    </FormDialog>
  );
}
