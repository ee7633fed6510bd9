import { Eraser, ShieldCheck, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WebhookProof } from '../../../../shared/contract/transactions.ts';
import { classes } from '../../../ui/classes.ts';

const looks = {
  genuine: { icon: ShieldCheck, colour: 'text-success' },
  not_genuine: { icon: ShieldX, colour: 'text-failed' },
  erased: { icon: Eraser, colour: 'text-quiet' },
} as const;

/** What checking a webhook's signature again found, and which key it fits. */
export function ProofLine({ proof }: { proof: WebhookProof | undefined }) {
  const { t } = useTranslation();
  if (!proof) return null;
  const { icon: Icon, colour } = looks[proof.verdict];
  const why =
    proof.verdict === 'erased'
      ? t('unsettled.proof.erasedWhy')
      : proof.key === null
        ? t('unsettled.proof.noKey')
        : t(`unsettled.proof.key.${proof.key}`);
  return (
    <p className={classes('flex items-start gap-1.5 text-small font-semibold', colour)}>
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.25} />
      <span>
        {t(`unsettled.proof.verdict.${proof.verdict}`)}: {why}
      </span>
    </p>
  );
}
