import type { TFunction } from 'i18next';
import { z } from 'zod';
import { Evidence, type SaleEvent } from '../../shared/contract/transactions.ts';
import { SetAsideReason } from '../../shared/domain/sale-event.ts';
import { type Claim, claimsOf } from '../screens/receipts/unsettled/claims.ts';

/** One thing that is known about an unsettled sale, in the shop's language. */
export interface Fact {
  seq: number;
  at: string;
  text: string;
}

const Finding = Evidence.shape.finding;

/** What came and what did not, oldest first: everything else about the sale is a guess. */
export function factsOf(t: TFunction, events: readonly SaleEvent[]): Fact[] {
  return events.flatMap((event) => {
    const text = factWords(t, event);
    return text === null ? [] : [{ seq: event.seq, at: event.at, text }];
  });
}

/** Whether the provider's answer came at all, and whether a webhook about the sale did. */
export function heardOf(events: readonly SaleEvent[]): { answer: boolean; webhook: boolean } {
  const has = (...types: Array<SaleEvent['type']>): boolean => events.some((event) => types.includes(event.type));
  return {
    answer: has('sale.answered', 'sale.refused', 'sale.never_sent'),
    webhook: has('webhook.applied', 'webhook.disputed', 'webhook.adopted'),
  };
}

function factWords(t: TFunction, event: SaleEvent): string | null {
  const status = saidWords(t, claimsOf([event])[0]);
  switch (event.type) {
    case 'sale.sending':
      return t('unsettled.fact.sent');
    case 'sale.answered':
      return status === null ? t('unsettled.fact.answeredUnread') : t('unsettled.fact.answered', { status });
    case 'sale.refused':
      return t('unsettled.fact.refused');
    case 'sale.never_sent':
      return t('unsettled.fact.neverSent');
    case 'sale.answer_lost':
      return t('unsettled.fact.lost', { detail: t(`unsettled.lost.${lostHow(event.data)}`, httpOf(event.data)) });
    case 'sale.recovered':
      return t('unsettled.fact.recovered');
    case 'sale.restored':
      return t('unsettled.fact.restored');
    case 'webhook.adopted':
      return t('unsettled.fact.adopted');
    case 'webhook.applied':
      return t('unsettled.fact.webhook', { status: status ?? t('unsettled.claims.unread') });
    case 'webhook.disputed':
      return t('unsettled.fact.contradicted', { status: status ?? t('unsettled.claims.unread') });
    case 'webhook.set_aside': {
      const reason = SetAsideReason.safeParse(event.data['reason']);
      return t('unsettled.fact.setAside', {
        reason: reason.success ? t(`setAsideReasons.${reason.data}`) : t('unsettled.claims.unread'),
      });
    }
    case 'relay.gap':
      return t('unsettled.fact.gap');
    case 'bill.evidence': {
      const finding = Finding.safeParse(event.data['finding']);
      return finding.success ? t(`unsettled.fact.evidence.${finding.data}`) : null;
    }
    default:
      return null;
  }
}

const saidWords = (t: TFunction, claim: Claim | undefined): string | null =>
  claim?.said ? t(`unsettled.claims.said.${claim.said}`) : null;

const Lost = z.looseObject({ reason: z.string().catch(''), status: z.int().nullable().catch(null) });

/** How an answer got lost, out of the facts of its event. */
export function lostHow(data: SaleEvent['data']): 'timeout' | 'http' | 'unreadable' | 'cut' {
  const { reason, status } = Lost.parse(data);
  if (status !== null) return status >= 200 && status < 300 ? 'unreadable' : 'http';
  return /timeout|too late/i.test(reason) ? 'timeout' : 'cut';
}

const httpOf = (data: SaleEvent['data']): { status: number } => ({ status: Lost.parse(data).status ?? 0 });
