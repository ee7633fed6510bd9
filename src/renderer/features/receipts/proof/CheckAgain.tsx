import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { WebhookProof } from '../../../../shared/contract/transactions.ts';
import { call } from '../../../host/call.ts';
import { plural } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';

interface Props {
  saleId: string;
  proofs: readonly WebhookProof[] | null;
  onProofs: (proofs: readonly WebhookProof[]) => void;
}

/** Has the signatures of a sale's webhooks checked again; works with the line down. */
export function CheckAgain({ saleId, proofs, onProofs }: Props) {
  const { t } = useTranslation();
  const [checking, setChecking] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const check = async (): Promise<void> => {
    if (checking) return;
    setChecking(true);
    const answer = await call('transactions.proof', { id: saleId });
    setChecking(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) onProofs(answer.value);
  };
  const tally = WebhookProof.shape.verdict.options.flatMap((verdict) => {
    const n = proofs?.filter((proof) => proof.verdict === verdict).length ?? 0;
    return n === 0 ? [] : [`${t(`unsettled.proof.verdict.${verdict}`)}: ${n}`];
  });
  return (
    <div className="flex flex-col gap-2 pb-4">
      <Button
        icon={<ShieldCheck aria-hidden="true" className="size-5" />}
        aria-disabled={checking}
        onClick={() => void check()}
      >
        {checking ? t('unsettled.proof.checking') : t('unsettled.proof.again')}
      </Button>
      <output className="text-small text-ink-soft">
        {proofs === null
          ? t('unsettled.proof.lead')
          : proofs.length === 0
            ? t('unsettled.proof.none')
            : `${t('unsettled.proof.checked', plural(proofs.length))} ${tally.join(', ')}`}
      </output>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
    </div>
  );
}
