import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { SaleEvent, WebhookProof } from '../../../shared/contract/transactions.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { hasMessage } from '../../i18n/i18n.ts';
import { useShopZone } from '../../state/settings.ts';
import { ProofLine } from './proof/ProofLine.tsx';
import { RawText } from './RawText.tsx';

const Who = z.object({ name: z.string() });
const Named = z.object({ by: Who, approvedBy: z.array(Who).optional() });

/** Who did it, and whose PIN allowed it, as they were called then. */
function whoIn(data: SaleEvent['data']): string | null {
  const named = Named.safeParse(data);
  if (!named.success) return null;
  const names = [named.data.by, ...(named.data.approvedBy ?? [])].map(({ name }) => name);
  return [...new Set(names)].join(' + ');
}

/** One row of the log, and word for word what was said in it. */
export function TimelineEvent({ event, proof }: { event: SaleEvent; proof: WebhookProof | undefined }) {
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
            <RawText key={body.role} label={t(`bodyRoles.${body.role}`)} text={body.text ?? t('receipts.erased')} />
          ))}
          <RawText label={t('receipts.hash')} text={event.hash} />
        </details>
      ) : null}
    </li>
  );
}
