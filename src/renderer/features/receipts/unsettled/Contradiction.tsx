import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SaleEvent } from '../../../../shared/contract/transactions.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { wallClock } from '../../../../shared/domain/zone.ts';
import { call } from '../../../host/call.ts';
import { useAnswer } from '../../../host/use-answer.ts';
import { useShopZone } from '../../../state/settings.ts';
import { classes } from '../../../ui/classes.ts';
import { toneText } from '../../../ui/state-look.ts';
import { ProofLine } from '../proof/ProofLine.tsx';
import { type Claim, claimsOf, contradictingPair } from './claims.ts';

const ask = (id: string) => call('transactions.proof', { id });
const tones = { success: 'success', failed: 'failed', pending: 'pending', unsent: 'quiet' } as const;

/** The messages that contradict each other, side by side, each with its proof. Nothing was overwritten. */
export function Contradiction({ sale, events }: { sale: Transaction; events: readonly SaleEvent[] }) {
  const { t } = useTranslation();
  const heading = useId();
  const proof = useAnswer(ask, sale.id, sale.revision)?.answer;
  const claims = claimsOf(events);
  const shown = contradictingPair(claims) ?? claims.slice(-2);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h3 id={heading} className="font-semibold">
        {t('unsettled.claims.title')}
      </h3>
      <ol className="grid grid-cols-2 gap-2">
        {shown.map((claim) => (
          <ClaimCard key={claim.seq} claim={claim}>
            <ProofLine proof={proof?.ok ? proof.value.find((each) => each.seq === claim.seq) : undefined} />
          </ClaimCard>
        ))}
      </ol>
    </section>
  );
}

function ClaimCard({ claim, children }: { claim: Claim; children: ReactNode }) {
  const { t } = useTranslation();
  const { day, time } = wallClock(Date.parse(claim.at), useShopZone());
  const [, month, date] = day.split('-');
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-box border border-disputed p-3">
      <p className="text-small text-ink-soft">{t(`unsettled.claims.from.${claim.from}`)}</p>
      <p className={classes('text-large font-bold', claim.said ? toneText[tones[claim.said]] : null)}>
        {claim.said ? t(`unsettled.claims.said.${claim.said}`) : t('unsettled.claims.unread')}
      </p>
      <time dateTime={claim.at} className="text-small">
        {date}/{month} {time}
      </time>
      <p className="font-mono text-small break-all select-text">
        {claim.sn === null ? t('unsettled.claims.noSn') : `${t('unsettled.claims.sn')} ${claim.sn}`}
      </p>
      {claim.message ? <p className="text-small break-words select-text">“{claim.message}”</p> : null}
      {claim.transactionId ? (
        <p className="text-small text-ink-soft">
          {t('unsettled.claims.id')}
          <span className="block font-mono break-all text-ink select-text">{claim.transactionId}</span>
        </p>
      ) : null}
      {children}
    </li>
  );
}
