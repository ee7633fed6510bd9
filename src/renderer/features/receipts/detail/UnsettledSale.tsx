import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { Evidence, SaleEvent } from '../../../../shared/contract/transactions.ts';
import { moneyAtStake } from '../../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { wallClock } from '../../../../shared/domain/zone.ts';
import { call, useAnswer } from '../../../host/call.ts';
import { timeText } from '../../../i18n/time-text.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { useSellerName } from '../../../state/office.ts';
import { useShopZone } from '../../../state/settings.ts';
import { useServes } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes, toneText } from '../../../ui/classes.ts';
import { Lock } from '../../../ui/icons.tsx';
import { FileSearch } from '../../../ui/later-icons.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../../ui/Notice.tsx';
import { CopyComplaint } from '../../checkout/index.ts';
import { useTimeline } from '../receipts-store.ts';
import {
  type Claim,
  claimsOf,
  contradictingPair,
  type Fact,
  factsOf,
  nextSteps,
  reportsReceived,
} from './sale-facts.ts';
import { ProofLine } from './Timeline.tsx';

/** An unresolved sale: what to do, the effect on the cash and the lock, then the reports that arrived and those that did not. */
export function UnsettledSale({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const heading = useId();
  const answer = useTimeline(sale);
  const cash = moneyAtStake(sale);
  const resolves = useServes('transactions.resolve');
  const seller = useSellerName(sale);
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold">{t('unresolved.do')}</h3>
        {resolves ? (
          nextSteps(sale).map((step) => <p key={step}>{t(`unresolved.${step}`)}</p>)
        ) : (
          <p>{seller === null ? t('office.settleElsewhere') : t('office.settleAt', { counter: seller })}</p>
        )}
        <div className="pt-1 empty:hidden">
          <CopyComplaint sale={sale} />
        </div>
      </div>
      {sale.state === 'disputed' && answer?.ok ? <Contradiction sale={sale} events={answer.value} /> : null}
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold">{t('unresolved.money')}</h3>
        <p>{cash > 0 ? t('unresolved.held', { cash: formatRupiah(cash) }) : t('unresolved.noCash')}</p>
        <p className="flex items-start gap-2 pt-1 font-medium">
          <Lock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {t('unresolved.lock', {
            product: sale.productName ?? sale.productCode,
            number: groupCustomerNo(sale.customerNo),
          })}
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <h3 id={heading} className="font-semibold">
          {t('unresolved.known')}
        </h3>
        {answer === null ? (
          <Skeleton className="h-20" />
        ) : answer.ok ? (
          <KnownFacts events={answer.value} />
        ) : (
          <Unread />
        )}
      </div>
      {resolves && sale.kind === 'postpaid' && (sale.state === 'unknown' || sale.state === 'disputed') ? (
        <EvidencePanel key={sale.id} sale={sale} />
      ) : null}
    </section>
  );
}

function KnownFacts({ events }: { events: readonly SaleEvent[] }) {
  const { t } = useTranslation();
  const received = reportsReceived(events);
  return (
    <FactList
      facts={factsOf(t, events)}
      missing={[
        ...(received.answer ? [] : [t('unresolved.noAnswer')]),
        ...(received.webhook ? [] : [t('unresolved.noWebhook')]),
      ]}
    />
  );
}

function Unread() {
  const { t } = useTranslation();
  return <p className="text-ink-soft">{t('unresolved.unread')}</p>;
}

/** The reports that arrived, with their time to the second, and those that did not. */
function FactList({ facts, missing }: { facts: readonly Fact[]; missing: readonly string[] }) {
  const zone = useShopZone();
  return (
    <ul className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
      {facts.map((fact) => (
        <li key={fact.seq} className="contents">
          <time dateTime={fact.at} className="text-small leading-6 text-ink-soft">
            {wallClock(Date.parse(fact.at), zone).time}
          </time>
          <span className="break-words">{fact.text}</span>
        </li>
      ))}
      {missing.map((text) => (
        <li key={text} className="contents">
          <span aria-hidden="true" className="text-center leading-6 text-ink-soft">
            –
          </span>
          <span className="text-ink-soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}

const readProof = (id: string) => call('transactions.proof', { id });
const tones = { success: 'success', failed: 'failed', pending: 'pending', unsent: 'quiet' } as const;

/** The messages that contradict each other, side by side, each with its proof. Nothing was overwritten. */
function Contradiction({ sale, events }: { sale: Transaction; events: readonly SaleEvent[] }) {
  const { t } = useTranslation();
  const heading = useId();
  const proof = useAnswer(readProof, sale.id, sale.revision)?.answer;
  const claims = claimsOf(events);
  const visibleClaims = contradictingPair(claims) ?? claims.slice(-2);
  if (visibleClaims.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h3 id={heading} className="font-semibold">
        {t('unresolved.claims.title')}
      </h3>
      <ol className="grid grid-cols-2 gap-2">
        {visibleClaims.map((claim) => (
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
      <p className="text-small text-ink-soft">{t(`unresolved.claims.from.${claim.from}`)}</p>
      <p className={classes('text-large font-bold', claim.outcome ? toneText[tones[claim.outcome]] : null)}>
        {claim.outcome ? t(`unresolved.claims.outcome.${claim.outcome}`) : t('unresolved.claims.unread')}
      </p>
      <time dateTime={claim.at} className="text-small">
        {date}/{month} {time}
      </time>
      <p className="font-mono text-small break-all select-text">
        {claim.sn === null ? t('unresolved.claims.noSn') : `${t('unresolved.claims.sn')} ${claim.sn}`}
      </p>
      {claim.message ? <p className="text-small break-words select-text">“{claim.message}”</p> : null}
      {claim.transactionId ? (
        <p className="text-small text-ink-soft">
          {t('unresolved.claims.id')}
          <span className="block font-mono break-all text-ink select-text">{claim.transactionId}</span>
        </p>
      ) : null}
      {children}
    </li>
  );
}

/** Inquires the bill of an unknown payment again, and explains how little the answer proves. */
function EvidencePanel({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<Result<Evidence> | null>(null);
  const look = async (): Promise<void> => {
    if (asking) return;
    setAsking(true);
    setAnswer(await call('transactions.evidence', { id: sale.id }));
    setAsking(false);
  };
  // The answer is below the button, out of sight on a small screen.
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <div ref={panel} className="flex flex-col gap-2">
      <Button icon={FileSearch} aria-disabled={asking} onClick={() => void look()}>
        {asking ? t('unresolved.evidence.asking') : t('unresolved.evidence.ask')}
      </Button>
      <p className="text-small text-ink-soft">{t('unresolved.evidence.lead')}</p>
      {answer === null ? null : answer.ok ? (
        <EvidenceNotice evidence={answer.value} />
      ) : (
        <ErrorNotice error={answer.error} />
      )}
    </div>
  );
}

function EvidenceNotice({ evidence: { finding, at, message, price } }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  return (
    <Notice
      tone={finding === 'bill_gone' ? 'unknown' : 'quiet'}
      live="status"
      title={t(`unresolved.evidence.${finding}.title`)}
      lines={[
        t(`unresolved.evidence.${finding}.why`),
        message ? t('outcome.providerSays', { message }) : null,
        price === null ? null : t('unresolved.evidence.priceNow', { price: formatRupiah(price) }),
        t(`unresolved.evidence.${finding}.do`),
        t('unresolved.evidence.at', { time: timeText(at, zone) }),
      ]}
    />
  );
}
