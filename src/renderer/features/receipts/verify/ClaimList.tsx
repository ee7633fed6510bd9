import { useTranslation } from 'react-i18next';
import type { ProofVerdict } from '../../../../shared/contract/proofs.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { useShopZone } from '../../../state/settings.ts';
import { dateTimeText } from '../../../ui/time-text.ts';

/** What a proof says: to be compared with the paper. */
export function ClaimList({ verdict }: { verdict: Exclude<ProofVerdict, { verdict: 'unreadable' }> }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { receiptNo, total, at, sn, snIs, head } = verdict.claims;
  const rows: [string, string, boolean][] = [
    [t('proof.field.receiptNo'), receiptNo, true],
    [t('proof.field.total'), total === null ? t('proof.noTotal') : formatRupiah(total), false],
    [t('proof.field.at'), dateTimeText(at, zone), false],
    [t('proof.field.sn'), snIs === 'digest' ? t('proof.snDigest') : (sn ?? t('proof.snLater')), true],
    ...terminalRow(verdict, t('proof.thisCounter')).map((text): [string, string, boolean] => [
      t('proof.field.terminal'),
      text,
      false,
    ]),
    [t('proof.field.head'), String(head.seq), false],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pt-2 text-ink">
      {rows.map(([label, value, code]) => (
        <div key={label} className="contents">
          <dt className="text-small leading-6">{label}</dt>
          <dd className={code ? 'font-mono font-semibold break-all select-text' : 'font-semibold break-words'}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function terminalRow(verdict: Exclude<ProofVerdict, { verdict: 'unreadable' }>, ownName: string): string[] {
  if (verdict.verdict === 'training') return [];
  if (verdict.verdict === 'unknown_terminal') return [verdict.id];
  const { id, name, own } = verdict.terminal;
  return [`${own ? ownName : name} · ${id}`];
}
