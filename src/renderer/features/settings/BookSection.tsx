import { useState } from 'react';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { JournalHead, VerifyReport } from '../../../shared/contract/journal.ts';
import { call } from '../../host/call.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { saveFile } from '../../state/share.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Check } from '../../ui/icons.tsx';
import { BookCheck, Download, Printer } from '../../ui/later-icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { flawRow, headFile } from './book-text.ts';

/** Whether the book is whole, and its head to be kept elsewhere. */
export function BookSection() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-8">
      <p>{t('verification.lead')}</p>
      <VerifyBook />
      <LogHead />
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
