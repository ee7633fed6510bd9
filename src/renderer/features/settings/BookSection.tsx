import { BookCheck, Check, Download, Printer } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { JournalHead, VerifyReport } from '../../../shared/contract/journal.ts';
import { settingTable } from '../../../shared/contract/setting-table.ts';
import { call } from '../../host/call.ts';
import { saveFile } from '../../host/copy-or-save.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { FindCustomer } from '../customers/FindCustomer.tsx';
import { flawRow, headFile } from './book-text.ts';
import { KnownTerminals } from './KnownTerminals.tsx';
import { ConfirmPin, SaveBar, type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { saveSettings, typedPin, typedSchema } from './settings-form.ts';

/** Whether the book is whole, its head to be kept elsewhere, and whose proofs are believed. */
export function BookSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-8">
      <p>{t('verification.lead')}</p>
      <SettingsForm
        view={view}
        form="shifts"
        title={t('shifts.setting.title')}
        lead={
          <p>
            {t('shifts.setting.lead')} {view.mode === 'training' ? t('shifts.setting.training') : null}
          </p>
        }
      />
      <VerifyBook />
      <LogHead />
      <CustomersForm view={view} />
      <FindCustomer />
      <SettingsForm view={view} form="verifier" title={t('proof.page.title')} lead={<p>{t('proof.page.lead')}</p>} />
      <KnownTerminals hasPin={view.secrets.supervisorPin} />
    </div>
  );
}

/** Verifies the whole journal beside selling, and shows the result. */
function VerifyBook() {
  const { t } = useTranslation();
  const [checking, setChecking] = useState(false);
  const [answer, setAnswer] = useState<Result<VerifyReport> | null>(null);
  const check = async (): Promise<void> => {
    if (checking) return;
    setChecking(true);
    setAnswer(await call('journal.verify'));
    setChecking(false);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon={BookCheck} aria-disabled={checking} onClick={() => void check()}>
        {checking ? t('verification.verifying') : t('verification.verify')}
      </Button>
      {answer === null || checking ? null : answer.ok ? (
        <VerifyAnswer report={answer.value} />
      ) : (
        <Notice tone="failed" live="alert" className="w-full" {...errorWords(t, answer.error)} />
      )}
    </div>
  );
}

function VerifyAnswer({ report: { flaw, webhooks, head, counters, ...report } }: { report: VerifyReport }) {
  const { t } = useTranslation();
  const broken = counters?.find((counter) => counter.flaw !== null)?.name;
  if (flaw) {
    return (
      <Notice
        tone="failed"
        live="alert"
        className="w-full"
        title={t('verification.broken')}
        lines={[
          broken === undefined ? null : `${t('office.counter')}: ${broken}`,
          t(`verification.flaw.${flaw.why}`),
          t('verification.where', { row: flawRow(t, flaw.row) }),
          t('verification.brokenDo'),
        ]}
      />
    );
  }
  const byNone = webhooks?.byNone ?? 0;
  return (
    <Notice
      tone="success"
      icon={Check}
      live="status"
      className="w-full"
      title={t('verification.whole')}
      lines={[
        t('verification.counts', {
          events: t('verification.count.events', plural(report.events)),
          sales: t('verification.count.sales', plural(report.sales)),
          receipts: t('verification.count.receipts', plural(report.receipts)),
        }),
        report.erased === 0 ? null : t('verification.erased', plural(report.erased)),
        report.erasedSales === 0 ? null : t('verification.erasedSales', plural(report.erasedSales)),
        byNone === 0 ? null : t('verification.byNone', { ...plural(byNone), row: webhooks?.firstByNone ?? '' }),
        t('verification.upTo'),
      ]}
    >
      {/* An office has the log of each counter, and each has its own head. */}
      {(counters ?? [{ counter: '', name: '', head }]).map((each) => (
        <p key={each.counter} className="pt-1 font-mono text-small break-all select-text">
          {each.name === '' ? null : <span className="font-sans font-semibold">{each.name} </span>}
          {t('verification.row', { n: each.head.seq })} {each.head.hash}
        </p>
      ))}
    </Notice>
  );
}

/** The log's head, on paper or in a file, for a place outside of this computer. */
function LogHead() {
  const { t } = useTranslation();
  const [head, setHead] = useState<JournalHead | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const print = async (): Promise<void> => {
    const answer = await call('journal.printHead');
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setHead(answer.value.head);
    toast('success', t('verification.printed'));
  };
  const save = async (): Promise<void> => {
    const answer = await call('journal.chainHead');
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setHead(answer.value);
    const { name, text } = headFile(answer.value);
    saveFile(name, text, 'application/json');
  };
  return (
    <section aria-label={t('verification.head')} className="flex flex-col items-start gap-3">
      <h4 className="text-large font-semibold">{t('verification.head')}</h4>
      <p>{t('verification.headLead')}</p>
      <div className="flex flex-wrap gap-3">
        <Button icon={Printer} onClick={() => void print()}>
          {t('verification.print')}
        </Button>
        <Button icon={Download} onClick={() => void save()}>
          {t('verification.export')}
        </Button>
      </div>
      {head ? (
        <output className="font-mono text-small break-all select-text">
          {head.terminal} · {t('verification.row', { n: head.seq })} · {head.hash}
        </output>
      ) : null}
      {error ? <Notice tone="failed" live="alert" className="w-full" {...errorWords(t, error)} /> : null}
    </section>
  );
}

const aYear = 365;
const typedDays = typedSchema(settingTable.maskAfterDays);
const maskForm = z
  .object({ kept: z.enum(['keep', 'mask']), days: z.string(), pin: typedPin })
  .refine(({ kept, days }) => kept === 'keep' || (days.trim() !== '' && typedDays.safeParse(days).success), {
    path: ['days'],
  });

/** How long customers' numbers and names are kept in sales that are settled. */
function CustomersForm({ view: { settings, secrets, locked } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const days = settings.maskAfterDays;
  const form = useZodForm({
    schema: maskForm,
    defaults: { kept: days === null ? 'keep' : 'mask', days: String(days ?? aYear), pin: '' },
    clears: { pin: '' },
    send: ({ kept, days: typed, pin }) =>
      saveSettings({ maskAfterDays: kept === 'keep' ? null : Number(typed), ...(pin === '' ? {} : { pin }) }),
  });
  const masks = form.watch('kept') === 'mask';
  const changed = masks !== (days !== null) || (masks && form.watch('days') !== String(days));
  const isLocked = locked.includes('maskAfterDays');
  return (
    <form {...form.props} aria-labelledby={heading} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('customers.mask.title')}
      </h4>
      <p>{t('customers.mask.lead')}</p>
      <Choice
        label={t('customers.mask.label')}
        choices={(['keep', 'mask'] as const).map((value) => ({ value, label: t(`customers.mask.${value}`) }))}
        {...form.control('kept')}
        disabled={isLocked}
      />
      {masks ? (
        <TextField
          label={t('customers.mask.days')}
          inputMode="numeric"
          locked={isLocked}
          {...form.field('days', t('customers.mask.bad'))}
        />
      ) : null}
      <ConfirmPin needed={secrets.supervisorPin && changed} {...form.field('pin', t('settings.pin.bad'))} />
      <SaveBar {...form} dirty={changed} />
    </form>
  );
}
