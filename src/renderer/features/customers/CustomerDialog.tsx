import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import type { CustomerErased } from '../../../shared/contract/customers.ts';
import { customers } from '../../../shared/contract/customers.ts';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { SavedExport } from '../../../shared/contract/files.ts';
import { LongReason } from '../../../shared/contract/procedure.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import { groupCustomerNo, readCustomerNo, sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useSettings, useShopZone } from '../../state/settings.ts';
import { saveFile } from '../../state/share.ts';
import { useServesRow } from '../../state/status.ts';
import { CustomerNoField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Choice, PinField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Check } from '../../ui/icons.tsx';
import { Download } from '../../ui/later-icons.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';

const acts = ['take', 'erase'] as const;

/** Everything that is held on one customer: to take out, or to erase for good. One at a time, each with a PIN of its own. */
export function CustomerDialog({ customerNo, onClose }: { customerNo: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [erased, setErased] = useState<CustomerErased | null>(null);
  const mayTakeOut = useServesRow(customers['customers.export']);
  const [chosen, setAct] = useState<(typeof acts)[number]>('take');
  const act = mayTakeOut ? chosen : 'erase';
  return (
    <Dialog title={t('customers.dialog.title', { number: groupCustomerNo(customerNo) })} onClose={onClose} wide>
      {(settled) =>
        erased ? (
          <>
            <Erased erased={erased} />
            <ExportedFiles />
            <DialogFooter>
              <Button onClick={onClose}>{t('common.close')}</Button>
            </DialogFooter>
          </>
        ) : (
          <>
            {mayTakeOut ? (
              <Choice
                label={t('customers.dialog.act')}
                hideLabel
                value={act}
                choices={acts.map((value) => ({ value, label: t(`customers.dialog.${value}`) }))}
                onValue={setAct}
              />
            ) : null}
            {act === 'take' ? (
              <TakeOut customerNo={customerNo} onClose={onClose} />
            ) : (
              <EraseForm customerNo={customerNo} settled={settled} onErased={setErased} onClose={onClose} />
            )}
          </>
        )
      }
    </Dialog>
  );
}

interface Props {
  customerNo: string;
  settled: boolean;
  onErased: (erased: CustomerErased) => void;
  onClose: () => void;
}

const schemaOf = (customerNo: string) =>
  z.object({
    reason: LongReason,
    readBack: z.string().refine((typed) => isReadBack(typed, customerNo)),
    pin: z.string(),
  });

const isReadBack = (typed: string, customerNo: string): boolean =>
  sameCustomerNo(readCustomerNo(typed) ?? '', customerNo);

/** Erases for good: with a reason, the number typed once more, and the supervisor's PIN. */
function EraseForm({ customerNo, settled, onErased, onClose }: Props) {
  const { t } = useTranslation();
  const hasPin = useSettings((state) => state.view?.secrets.supervisorPin ?? false);
  const needsPin = useSettings((state) => state.view?.mode !== 'training');
  const schema = schemaOf(customerNo);
  const form = useZodForm({
    schema,
    defaults: { reason: '', readBack: '', pin: '' },
    async send({ pin, ...read }) {
      const answer = await call('customers.erase', { customerNo, ...read, ...(pin === '' ? {} : { pin }) });
      if (answer.ok) onErased(answer.value);
      else form.setValue('pin', '');
      return answer.ok ? null : answer.error;
    },
  });
  const readBack = form.control('readBack');
  const other = readBack.value !== '' && !isReadBack(readBack.value, customerNo);
  const ready = schema.safeParse(form.watch()).success;
  return (
    <form {...form.props} aria-label={t('customers.dialog.erase')} className="flex flex-col gap-3">
      <p>{t('customers.dialog.eraseLead')}</p>
      <details className="rounded-box border border-line px-3">
        <summary className="min-h-11 content-center font-medium">{t('customers.dialog.left')}</summary>
        <ul className="flex list-disc flex-col gap-1 pb-3 pl-5">
          <li>{t('customers.dialog.copies')}</li>
          <li>{t('customers.dialog.relay')}</li>
          <li>{t('customers.dialog.outside')}</li>
        </ul>
      </details>
      <TextField label={t('customers.dialog.reason')} maxLength={500} {...form.field('reason')} />
      <div className="grid grid-cols-2 gap-3">
        <CustomerNoField
          large
          typedOnly
          label={t('customers.dialog.readBack')}
          {...readBack}
          fault={other ? t('customers.dialog.readBad') : null}
        />
        {hasPin ? <PinField label={t('customers.dialog.pin')} {...form.field('pin')} /> : null}
      </div>
      {!hasPin && needsPin ? <Notice tone="unknown" compact title={t('customers.dialog.noPin')} /> : null}
      <DialogFooter notice={<ErrorNotice compact error={form.error} />}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="danger" disabled={!ready || !settled || form.busy}>
          {form.busy ? t('customers.dialog.busy') : t('customers.dialog.go')}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** The result of an erasure, and the copies that may remain. */
function Erased({ erased }: { erased: CustomerErased }) {
  const { t } = useTranslation();
  const { sales, webhooks, leftovers, copies, oldCopies, unreached, atRelay, others } = erased;
  return (
    <Notice
      tone="success"
      icon={Check}
      live="status"
      title={t('customers.done.title')}
      lines={[
        t('customers.done.sales', plural(sales)),
        webhooks === 0 ? null : t('customers.done.webhooks', plural(webhooks)),
        copies === 0 ? null : t('customers.done.copies', plural(copies)),
        copies === 0 ? null : t('customers.dialog.copies'),
        oldCopies === 0 ? null : t('customers.done.oldCopies', plural(oldCopies)),
        t(atRelay ? 'customers.atRelay' : 'customers.done.relay'),
        others === 'none' ? null : t(`customers.done.others.${others}`),
        leftovers ? t('customers.done.leftovers') : null,
        unreached.length === 0 ? null : t('customers.done.unreached', { files: unreached.join(', ') }),
        t('customers.dialog.outside'),
      ]}
    />
  );
}

/** The stored data, as a file to read and as one for programs. */
function TakeOut({ customerNo, onClose }: { customerNo: string; onClose: () => void }) {
  const { t } = useTranslation();
  const hasPin = useSettings((state) => state.view?.secrets.supervisorPin ?? false);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<KonterError | null>(null);
  const take = async (as: 'text' | 'json'): Promise<void> => {
    const answer = await call('customers.export', { customerNo, ...(pin === '' ? {} : { pin }) });
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return setPin('');
    const { name, text, json } = answer.value;
    if (as === 'text') saveFile(`${name}.txt`, text, 'text/plain');
    else saveFile(`${name}.json`, json, 'application/json');
  };
  return (
    <section aria-label={t('customers.dialog.take')} className="flex flex-col gap-3">
      <p>{t('customers.dialog.takeLead')}</p>
      {hasPin ? (
        <PinField
          label={t('customers.dialog.pin')}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
      ) : null}
      <DialogFooter notice={<ErrorNotice compact error={error} />}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <div className="flex flex-wrap gap-3">
          <Button icon={Download} onClick={() => void take('text')}>
            {t('customers.dialog.text')}
          </Button>
          <Button icon={Download} onClick={() => void take('json')}>
            {t('customers.dialog.json')}
          </Button>
        </div>
      </DialogFooter>
    </section>
  );
}

/** Exported files that are left, which may hold a customer who was erased. Each is deleted on its own. */
function ExportedFiles() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const [files, setFiles] = useState<readonly SavedExport[]>([]);
  const [error, setError] = useState<KonterError | null>(null);
  const show = useCallback((answer: Result<Output<'exports.files'>>): void => {
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setFiles(answer.value.files);
  }, []);
  useEffect(() => void call('exports.files').then(show), [show]);
  const remove = async (id: string): Promise<void> => show(await call('exports.delete', { id }));
  if (files.length === 0) return <ErrorNotice compact error={error} />;
  return (
    <section aria-label={t('customers.files.title')} className="flex flex-col gap-2">
      <h3 className="text-large font-semibold">{t('customers.files.title')}</h3>
      <p>{t('customers.files.lead')}</p>
      <ErrorNotice compact error={error} />
      <ul className="rounded-box border border-line">
        {files.map(({ id, name, folder, savedAt }) => (
          <li key={id} className="flex items-center gap-3 border-t border-line px-3 py-2 first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="font-mono break-all">{name}</p>
              <p className="text-small break-all text-ink-soft">
                {dateTimeText(savedAt, zone)} · {folder}
              </p>
            </div>
            <Button look="danger" aria-label={t('customers.files.deleteOf', { name })} onClick={() => void remove(id)}>
              {t('customers.files.delete')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
