import { BookCheck, Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { VerifyReport } from '../../../../shared/contract/journal.ts';
import { groupThousands } from '../../../../shared/domain/money.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { flawRow } from './flaw-row.ts';

/** Reads the whole book beside selling and says whether it is whole. */
export function VerifyBook() {
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
      <Button
        icon={<BookCheck aria-hidden="true" className="size-5" />}
        aria-disabled={checking}
        onClick={() => void check()}
      >
        {checking ? t('safety.book.verifying') : t('safety.book.verify')}
      </Button>
      {answer === null || checking ? null : answer.ok ? (
        <Found report={answer.value} />
      ) : (
        <Notice tone="failed" live="alert" className="w-full" {...errorWords(t, answer.error)} />
      )}
    </div>
  );
}

function Found({ report: { flaw, webhooks, head, ...report } }: { report: VerifyReport }) {
  const { t } = useTranslation();
  if (flaw) {
    return (
      <Notice
        tone="failed"
        live="alert"
        className="w-full"
        title={t('safety.book.broken')}
        lines={[
          t(`safety.book.flaw.${flaw.why}`),
          t('safety.book.where', { row: flawRow(t, flaw.row) }),
          t('safety.book.brokenDo'),
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
      title={t('safety.book.whole')}
      lines={[
        t('safety.book.counts', {
          events: groupThousands(report.events),
          sales: groupThousands(report.sales),
          receipts: groupThousands(report.receipts),
        }),
        report.erased === 0 ? null : t('safety.book.erased', { n: report.erased }),
        report.erasedSales === 0 ? null : t('safety.book.erasedSales', { n: report.erasedSales }),
        byNone === 0 ? null : t('safety.book.byNone', { n: byNone, row: webhooks?.firstByNone ?? '' }),
        t('safety.book.upTo'),
      ]}
    >
      <p className="pt-1 font-mono text-small break-all select-text">
        {t('safety.book.row', { seq: head.seq })} {head.hash}
      </p>
    </Notice>
  );
}
