import { FileSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { Evidence } from '../../../../shared/contract/transactions.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { call } from '../../../host/call.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { errorWords } from '../../../words/error-words.ts';

/** Asks for the bill of an unknown payment anew, and says honestly how little that proves. */
export function EvidencePanel({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<Result<Evidence> | null>(null);
  const look = async (): Promise<void> => {
    if (asking) return;
    setAsking(true);
    setAnswer(await call('transactions.evidence', { id: sale.id }));
    setAsking(false);
  };
  // What came is below the button, out of sight on a small screen.
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <div ref={panel} className="flex flex-col gap-2">
      <Button
        icon={<FileSearch aria-hidden="true" className="size-5" />}
        aria-disabled={asking}
        onClick={() => void look()}
      >
        {asking ? t('unsettled.evidence.asking') : t('unsettled.evidence.ask')}
      </Button>
      <p className="text-small text-ink-soft">{t('unsettled.evidence.lead')}</p>
      {answer === null ? null : answer.ok ? (
        <Found evidence={answer.value} />
      ) : (
        <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} />
      )}
    </div>
  );
}

function Found({ evidence: { finding, at, message, price } }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  return (
    <Notice
      tone={finding === 'bill_gone' ? 'unknown' : 'quiet'}
      live="status"
      title={t(`unsettled.evidence.${finding}.title`)}
      lines={[
        t(`unsettled.evidence.${finding}.why`),
        message ? t('outcome.providerSays', { message }) : null,
        price === null ? null : t('unsettled.evidence.priceNow', { price: formatRupiah(price) }),
        t(`unsettled.evidence.${finding}.do`),
        t('unsettled.evidence.at', { time: timeText(at, zone) }),
      ]}
    />
  );
}
