import { useId, useState } from 'react';
import { z } from 'zod';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { JournalHead, VerifyReport } from '../../../shared/contract/journal.ts';
import type { KnownTerminal, Terminals } from '../../../shared/contract/proofs.ts';
import { settingTable } from '../../../shared/contract/setting-table.ts';
import { call, useAnswer } from '../../host/call.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useUnsavedForm } from '../../state/router.ts';
import { copyText, saveFile } from '../../state/share.ts';
import { useStatus } from '../../state/status.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { Choice, PinField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Check } from '../../ui/icons.tsx';
import { BookCheck, Download, Printer } from '../../ui/later-icons.tsx';
import { Notice, Skeleton } from '../../ui/Notice.tsx';
import { FindCustomer } from '../customers/index.ts';
import { flawRow, headFile } from './book-text.ts';
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
  .object({ retention: z.enum(['keep', 'mask']), days: z.string(), pin: typedPin })
  .refine(({ retention, days }) => retention === 'keep' || (days.trim() !== '' && typedDays.safeParse(days).success), {
    path: ['days'],
  });

/** How long customers' numbers and names are kept in sales that are settled. */
function CustomersForm({ view: { settings, secrets, locked } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const days = settings.maskAfterDays;
  const form = useZodForm({
    schema: maskForm,
    defaults: { retention: days === null ? 'keep' : 'mask', days: String(days ?? aYear), pin: '' },
    clears: { pin: '' },
    send: ({ retention, days: typed, pin }) =>
      saveSettings({ maskAfterDays: retention === 'keep' ? null : Number(typed), ...(pin === '' ? {} : { pin }) }),
  });
  const masks = form.watch('retention') === 'mask';
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
        {...form.control('retention')}
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

const readTerminals = () => call('proof.terminals');

/** The terminals whose proofs are accepted here, this counter's own key for the others, and their keys for this one. */
function KnownTerminals({ hasPin }: { hasPin: boolean }) {
  const { t } = useTranslation();
  const mode = useStatus((state) => state.status?.mode);
  const [version, setVersion] = useState(0);
  const [error, setError] = useState<KonterError | null>(null);
  const answer = useAnswer(readTerminals, 'terminals', version)?.answer;
  const changed = (result: Result<Terminals>): boolean => {
    setError(result.ok ? null : result.error);
    if (result.ok) setVersion((before) => before + 1);
    return result.ok;
  };
  return (
    <section aria-label={t('proof.terminals.title')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('proof.terminals.title')}</h4>
      <p>{t('proof.terminals.lead')}</p>
      {answer === undefined ? <Skeleton className="h-20" /> : null}
      {answer?.ok === false ? <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} /> : null}
      {answer?.ok ? (
        <>
          {answer.value.signing === null ? (
            <p className="font-semibold">{t(mode === 'live' ? 'proof.terminals.cannot' : 'proof.terminals.none')}</p>
          ) : null}
          <ul className="flex flex-col gap-2">
            {answer.value.known.map((terminal) => (
              <li key={terminal.id}>
                <TerminalRow
                  terminal={terminal}
                  signs={terminal.id === answer.value.signing}
                  hasPin={hasPin}
                  onChanged={changed}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <AddTerminal
        hasPin={hasPin}
        onAnswer={(answered) => {
          if (changed(answered)) toast('success', t('proof.terminals.added'));
        }}
      />
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
    </section>
  );
}

interface TerminalRowProps {
  terminal: KnownTerminal;
  signs: boolean;
  hasPin: boolean;
  onChanged: (result: Result<Terminals>) => boolean;
}

/** One terminal's key: to be copied, or believed no longer. */
function TerminalRow({ terminal, signs, hasPin, onChanged }: TerminalRowProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [pin, setPin] = useState('');
  const { id, name, own, key } = terminal;
  const word = signs ? t('proof.terminals.signs') : own ? t('proof.terminals.before') : name;
  const copy = async (): Promise<void> => {
    const copied = await copyText(key);
    toast(copied ? 'success' : 'failed', t(copied ? 'proof.terminals.copied' : 'proof.share.notCopied'));
  };
  const remove = async (): Promise<void> => {
    setAsking(false);
    onChanged(await call('proof.removeTerminal', { id, ...(pin === '' ? {} : { pin }) }));
    setPin('');
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-line bg-surface p-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          <span className="font-mono">{id}</span> · {word}
        </p>
        <p className="font-mono text-small break-all text-ink-soft select-text">{key}</p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={`${t('proof.terminals.copy')} ${id}`} onClick={() => void copy()}>
          {t('proof.terminals.copy')}
        </Button>
        {signs ? null : (
          <Button look="danger" aria-label={`${t('proof.terminals.remove')} ${id}`} onClick={() => setAsking(true)}>
            {t('proof.terminals.remove')}
          </Button>
        )}
      </div>
      {asking ? (
        <Confirm
          title={`${t('proof.terminals.remove')} ${id}?`}
          lead={t('proof.means.unknown_terminal')}
          stop={t('common.cancel')}
          go={{ label: t('proof.terminals.remove'), run: () => void remove() }}
          onClose={() => setAsking(false)}
        >
          {hasPin ? (
            <PinField
              label={t('proof.terminals.pin')}
              bare
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value)}
            />
          ) : null}
        </Confirm>
      ) : null}
    </div>
  );
}

interface AddTerminalProps {
  hasPin: boolean;
  /** shows the error too */
  onAnswer: (answer: Result<Terminals>) => void;
}

const noTerminal = { key: '', name: '', pin: '' };
const terminalForm = z.object({ key: z.string(), name: z.string().trim(), pin: z.string() });

/** Believes another counter of the shop from now on. */
function AddTerminal({ hasPin, onAnswer }: AddTerminalProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: terminalForm,
    defaults: noTerminal,
    clears: noTerminal,
    async send({ key, name, pin }) {
      const input = { key: key.slice(0, 200), name, ...(pin === '' ? {} : { pin }) };
      const answer = await call('proof.addTerminal', input);
      onAnswer(answer);
      form.setValue('pin', '');
      return answer.ok ? null : answer.error;
    },
  });
  const isEmpty = form.watch('key').trim() === '' || form.watch('name').trim() === '';
  useUnsavedForm(form.dirty);
  return (
    <form {...form.props} className="flex flex-col gap-1">
      <TextField label={t('proof.terminals.key')} hint={t('proof.terminals.keyHint')} {...form.field('key')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t('proof.terminals.name')} maxLength={80} {...form.field('name')} />
        {hasPin ? <PinField label={t('proof.terminals.pin')} {...form.field('pin')} /> : null}
      </div>
      <Button type="submit" className="self-start" disabled={isEmpty || form.busy}>
        {t('proof.terminals.add')}
      </Button>
    </form>
  );
}
