import { useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { type SaleEvent, WebhookProof } from '../../../../shared/contract/transactions.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { wallClock } from '../../../../shared/domain/zone.ts';
import { call } from '../../../host/call.ts';
import { hasMessage, plural } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Eraser, ShieldCheck, ShieldX } from '../../../ui/later-icons.tsx';
import { ErrorNotice, Skeleton } from '../../../ui/Notice.tsx';
import { useTimeline } from '../receipts-store.ts';

/** All events of a sale, oldest first; it grows with the sale. The signatures of its webhooks can be verified again. */
export function Timeline({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const answer = useTimeline(sale);
  const [proofs, setProofs] = useState<readonly WebhookProof[] | null>(null);
  if (!answer) return <Skeleton className="h-40" />;
  if (!answer.ok) return <ErrorNotice error={answer.error} />;
  const events = answer.value;
  if (events.length === 0) return <p className="text-ink-soft">{t('receipts.noEvents')}</p>;
  const hasWebhook = events.some((event) => event.bodies.some((body) => body.role === 'webhook'));
  return (
    <>
      {hasWebhook ? <CheckAgain saleId={sale.id} proofs={proofs} onProofs={setProofs} /> : null}
      <ol className="flex flex-col gap-4 border-l-2 border-line pl-4">
        {events.map((event) => (
          <TimelineEvent key={event.seq} event={event} proof={proofs?.find((each) => each.seq === event.seq)} />
        ))}
      </ol>
    </>
  );
}

const Who = z.object({ name: z.string() });
const Named = z.object({ by: Who, approvedBy: z.array(Who).optional() });

/** The person who acted and the one who approved, by their names at that time. */
function whoIn(data: SaleEvent['data']): string | null {
  const named = Named.safeParse(data);
  if (!named.success) return null;
  const names = [named.data.by, ...(named.data.approvedBy ?? [])].map(({ name }) => name);
  return [...new Set(names)].join(' + ');
}

/** One event, with its payloads word for word. */
function TimelineEvent({ event, proof }: { event: SaleEvent; proof: WebhookProof | undefined }) {
  const { t } = useTranslation();
  const { day, time } = wallClock(Date.parse(event.at), useShopZone());
  const hasFacts = Object.keys(event.data).length > 0;
  return (
    <li>
      <p className="font-semibold">{t(`events.${event.type}`)}</p>
      <p className="text-small text-ink-soft">
        {day.split('-').toReversed().join('/')} {time} ·{' '}
        {t('receipts.by', {
          actor: whoIn(event.data) ?? (hasMessage(t, 'actors', event.actor) ? t(`actors.${event.actor}`) : event.actor),
        })}
      </p>
      <ProofLine proof={proof} />
      {hasFacts || event.bodies.length > 0 ? (
        <details>
          <summary className="flex min-h-11 items-center text-small font-medium underline underline-offset-4">
            {t('receipts.raw')}
          </summary>
          {hasFacts ? <RawText label={t('receipts.facts')} text={JSON.stringify(event.data, null, 2)} /> : null}
          {event.bodies.map((body) => (
            <RawText key={body.role} label={t(`payloadRoles.${body.role}`)} text={body.text ?? t('receipts.erased')} />
          ))}
          <RawText label={t('receipts.hash')} text={event.hash} />
        </details>
      ) : null}
    </li>
  );
}

const looks = {
  genuine: { icon: ShieldCheck, colour: 'text-success' },
  not_genuine: { icon: ShieldX, colour: 'text-failed' },
  erased: { icon: Eraser, colour: 'text-quiet' },
} as const;

/** The result of verifying a webhook's signature again, and the key that it fits. */
export function ProofLine({ proof }: { proof: WebhookProof | undefined }) {
  const { t } = useTranslation();
  if (!proof) return null;
  const { icon: Icon, colour } = looks[proof.verdict];
  const why =
    proof.verdict === 'erased'
      ? t('unresolved.proof.erasedWhy')
      : proof.key === null
        ? t('unresolved.proof.noKey')
        : t(`unresolved.proof.key.${proof.key}`);
  return (
    <p className={classes('flex items-start gap-1.5 text-small font-semibold', colour)}>
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.25} />
      <span>
        {t(`unresolved.proof.verdict.${proof.verdict}`)}: {why}
      </span>
    </p>
  );
}

interface Props {
  saleId: string;
  proofs: readonly WebhookProof[] | null;
  onProofs: (proofs: readonly WebhookProof[]) => void;
}

/** Verifies the signatures of a sale's webhooks again; works offline. */
function CheckAgain({ saleId, proofs, onProofs }: Props) {
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
    return n === 0 ? [] : [`${t(`unresolved.proof.verdict.${verdict}`)}: ${n}`];
  });
  return (
    <div className="flex flex-col gap-2 pb-4">
      <Button icon={ShieldCheck} aria-disabled={checking} onClick={() => void check()}>
        {checking ? t('unresolved.proof.checking') : t('unresolved.proof.again')}
      </Button>
      <output className="text-small text-ink-soft">
        {proofs === null
          ? t('unresolved.proof.lead')
          : proofs.length === 0
            ? t('unresolved.proof.none')
            : `${t('unresolved.proof.checked', plural(proofs.length))} ${tally.join(', ')}`}
      </output>
      <ErrorNotice error={error} />
    </div>
  );
}

/** A payload's bytes as received, not formatted. */
export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <figure className="pb-2">
      <figcaption className="text-small font-medium text-ink-soft">{label}</figcaption>
      <pre className="rounded-box border border-line bg-sunken p-2 font-mono text-small break-all whitespace-pre-wrap select-text">
        {text}
      </pre>
    </figure>
  );
}
