import { useTranslation } from 'react-i18next';
import type { ProofVerdict } from '../../../../shared/contract/proofs.ts';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ClaimList } from './ClaimList.tsx';
import { foundIn, meaningOf, verdictLook } from './verdict-look.ts';

interface Props {
  verdict: ProofVerdict;
  onOpenSale: (id: string) => void;
}

/** What verifying found, by shape, word and colour, and what the proof says of itself. */
export function VerdictNotice({ verdict, onOpenSale }: Props) {
  const { t } = useTranslation();
  const practising = useStatus((state) => state.status?.mode === 'training');
  const found = foundIn(verdict);
  const { tone, icon } = verdictLook[found];
  const sale = 'sale' in verdict ? verdict.sale : null;
  const later = verdict.verdict === 'genuine' && verdict.snCameLater && sale?.sn ? sale.sn : null;
  return (
    <Notice
      tone={tone}
      icon={icon}
      live="status"
      title={t(`proof.found.${found}`)}
      lines={[
        t(`proof.means.${meaningOf(verdict, practising)}`),
        later === null ? null : t('proof.snCameLater', { sn: later }),
      ]}
    >
      {'claims' in verdict ? <ClaimList verdict={verdict} /> : null}
      {sale ? (
        <div className="pt-2">
          <Button onClick={() => onOpenSale(sale.id)}>{t('proof.openSale')}</Button>
        </div>
      ) : null}
    </Notice>
  );
}
