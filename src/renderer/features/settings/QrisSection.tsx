import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { type Qris, qrisToPay, readQris } from '../../../shared/domain/qris.ts';
import { type TFunction, translation, useTranslation } from '../../i18n/translation.ts';
import { Button, FileButton } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { QrisCode } from '../../ui/QrCode.tsx';
import { type PictureFault, readQrPicture } from './read-qr-picture.ts';
import { ConfirmPin, type SectionProps } from './SettingsForm.tsx';
import { saveSettings, typedPin } from './settings-form.ts';

/** What a trial payment costs: little, and above the least that QRIS takes. Whole rupiah. */
const trialAmount = 1000;

/** The shop's QRIS code: read from a picture, shown as it is, and with an amount once a trial payment has arrived. */
export function QrisSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { code, triedCode } = view.settings.qris;
  const reading = code === null ? null : readQris(code);
  const qris = reading?.ok === true ? reading.qris : null;
  if (view.mode === 'training') {
    return <Notice tone="quiet" title={t('qris.settings.later')} lines={[t('qris.settings.laterLead')]} />;
  }
  return (
    <div className="flex flex-col gap-6">
      <p>{t('qris.settings.lead')}</p>
      {qris ? <Payee qris={qris} /> : <p className="font-semibold">{t('qris.settings.none')}</p>}
      {qris ? <AmountInCode view={view} qris={qris} isTried={triedCode === code} /> : null}
      {view.locked.includes('qris.code') ? null : <PickPicture view={view} present={qris} />}
    </div>
  );
}

/** Whom the customers' money goes to. */
function Payee({ qris: { merchant, city, nmid, extra } }: { qris: Qris }) {
  const { t } = useTranslation();
  const rows = [
    [t('qris.settings.merchant'), merchant],
    [t('qris.settings.city'), city],
    ['NMID', nmid ?? t('qris.settings.noNmid')],
  ] as const;
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 border-y border-line py-3">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {extra ? <p>{extraWords(t, extra)}</p> : null}
    </div>
  );
}

function extraWords(t: TFunction, extra: NonNullable<Qris['extra']>): string {
  if (extra.kind === 'tip') return t('qris.settings.extra.tip');
  const { kind, value } = extra;
  return kind === 'fixed'
    ? t('qris.settings.extra.fixed', { amount: formatRupiah(Number(value)) })
    : t('qris.settings.extra.percentage', { share: shareText(value) });
}

/** "0,7%", as the screen's language writes it. */
const shareText = (percent: string): string =>
  new Intl.NumberFormat(translation().language, { style: 'percent', maximumFractionDigits: 2 }).format(
    Number(percent) / 100,
  );

/** Picks a picture, shows whom its code pays, and asks before it counts. */
function PickPicture({ view, present }: SectionProps & { present: Qris | null }) {
  const { t } = useTranslation();
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<PictureFault | null>(null);
  const [qris, setQris] = useState<Qris | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const read = async (file: File): Promise<void> => {
    setReading(true);
    const reading = await readQrPicture(file);
    setReading(false);
    setFault(reading.ok ? null : reading.fault);
    setQris(reading.ok ? reading.qris : null);
  };
  return (
    <section aria-label={t('qris.settings.picture')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('qris.settings.picture')}</h4>
      <p className="text-ink-soft">{t('qris.settings.pickHint')}</p>
      <div className="flex flex-wrap gap-3">
        <FileButton
          label={t(present ? 'qris.settings.pickOther' : 'qris.settings.pick')}
          accept="image/png,image/jpeg"
          disabled={isReading}
          onFile={(file) => void read(file)}
        />
        {present ? <Button onClick={() => setRemoving(true)}>{t('qris.settings.remove')}</Button> : null}
      </div>
      <output>{isReading ? t('qris.settings.reading') : null}</output>
      {fault ? (
        <Notice
          tone="failed"
          live="alert"
          title={t(`qris.settings.faults.${fault}.title`)}
          lines={[t(`qris.settings.faults.${fault}.do`)]}
        />
      ) : null}
      {qris ? (
        <Guarded
          view={view}
          title={t('qris.settings.found')}
          lead={t('qris.settings.foundLead')}
          submit={t('qris.settings.use')}
          change={{ qris: { code: qris.payload } }}
          onClose={() => setQris(null)}
        >
          <Payee qris={qris} />
        </Guarded>
      ) : null}
      {isRemoving ? (
        <Guarded
          view={view}
          title={t('qris.settings.removeTitle')}
          lead={t('qris.settings.removeLead')}
          submit={t('qris.settings.remove')}
          change={{ qris: { code: null, triedCode: null } }}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </section>
  );
}

interface AmountProps extends SectionProps {
  qris: Qris;
  isTried: boolean;
}

/** Whether the amount stands in the code. Before it does, one payment with an amount has to arrive. */
function AmountInCode({ view, qris: { payload }, isTried }: AmountProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isLocked = view.locked.includes('qris.triedCode');
  const amount = formatRupiah(trialAmount);
  const trial = qrisToPay({ code: payload, triedCode: payload }, trialAmount, false);
  const close = (): void => setOpen(false);
  return (
    <section aria-label={t('qris.settings.amount')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('qris.settings.amount')}</h4>
      <p>{t(isTried ? 'qris.settings.amountIn' : 'qris.settings.amountTyped')}</p>
      {isLocked ? null : (
        <Button look={isTried ? 'plain' : 'primary'} className="self-start" onClick={() => setOpen(true)}>
          {isTried ? t('qris.settings.amountOff') : t('qris.settings.trial', { amount })}
        </Button>
      )}
      {isOpen && isTried ? (
        <Guarded
          view={view}
          title={t('qris.settings.amountOff')}
          lead={t('qris.settings.amountTyped')}
          submit={t('qris.settings.amountOff')}
          change={{ qris: { triedCode: null } }}
          onClose={close}
        />
      ) : null}
      {isOpen && !isTried && trial ? (
        <Guarded
          view={view}
          title={t('qris.settings.trial', { amount })}
          lead={t('qris.settings.trialLead', { amount })}
          submit={t('qris.settings.arrived', { amount })}
          change={{ qris: { triedCode: payload } }}
          onClose={close}
        >
          <QrisCode qris={trial} size="medium" />
          <p>{t('qris.settings.trialFails')}</p>
        </Guarded>
      ) : null}
    </section>
  );
}

interface GuardedProps extends SectionProps {
  title: string;
  lead: string;
  submit: string;
  change: SettingsChange;
  onClose: () => void;
  children?: ReactNode;
}

/** A change of where the customers' money goes, with the PIN. */
function Guarded({ view, title, lead, submit, change, onClose, children }: GuardedProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: z.object({ pin: typedPin }),
    defaults: { pin: '' },
    send: ({ pin }) => saveSettings({ ...change, ...(pin === '' ? {} : { pin }) }),
    done: onClose,
  });
  return (
    <FormDialog form={form} title={title} lead={lead} submit={submit} onClose={onClose}>
      {children}
      <ConfirmPin needed={view.secrets.supervisorPin} {...form.field('pin', t('settings.pin.bad'))} />
    </FormDialog>
  );
}
