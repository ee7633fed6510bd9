import type { TFunction } from 'i18next';
import { z } from 'zod';
import { Evidence, type SaleEvent } from '../../shared/contract/transactions.ts';
import { type AnswerProblem, answerProblem } from '../../shared/domain/provider-answer.ts';
import { QuarantineReason } from '../../shared/domain/sale-event.ts';
import { claimsOf } from '../features/receipts/unsettled/claims.ts';

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
    const text = says[event.type]?.(t, event) ?? null;
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

type Says = (t: TFunction, event: SaleEvent) => string | null;

const says: Readonly<Partial<Record<SaleEvent['type'], Says>>> = {
  'sale.sending': (t) => t('unsettled.fact.sent'),
  'sale.answered': (t, event) => {
    const status = saidWords(t, event);
    return status === null ? t('unsettled.fact.answeredUnread') : t('unsettled.fact.answered', { status });
  },
  'sale.refused': (t) => t('unsettled.fact.refused'),
  'sale.never_sent': (t) => t('unsettled.fact.neverSent'),
  'sale.answer_lost': (t, { data }) => {
    const how = lostHow(data);
    const detail = t(`unsettled.lost.${how}`, httpOf(data));
    return how === 'timeout' || how === 'cut'
      ? t('unsettled.fact.lost', { detail })
      : t('unsettled.fact.noClearAnswer', { detail });
  },
  'sale.recovered': (t) => t('unsettled.fact.recovered'),
  'sale.restored': (t) => t('unsettled.fact.restored'),
  'webhook.adopted': (t) => t('unsettled.fact.adopted'),
  'webhook.applied': (t, event) =>
    t('unsettled.fact.webhook', { status: saidWords(t, event) ?? t('unsettled.claims.unread') }),
  'webhook.disputed': (t, event) =>
    t('unsettled.fact.contradicted', { status: saidWords(t, event) ?? t('unsettled.claims.unread') }),
  'webhook.set_aside': (t, { data }) => {
    const reason = QuarantineReason.safeParse(data['reason']);
    return t('unsettled.fact.setAside', {
      reason: reason.success ? t(`setAsideReasons.${reason.data}`) : t('unsettled.claims.unread'),
    });
  },
  'relay.gap': (t) => t('unsettled.fact.gap'),
  'relay.changed': (t) => t('unsettled.fact.otherMailbox'),
  'bill.evidence': (t, { data }) => {
    const finding = Finding.safeParse(data['finding']);
    return finding.success ? t(`unsettled.fact.evidence.${finding.data}`) : null;
  },
};

const saidWords = (t: TFunction, event: SaleEvent): string | null => {
  const said = claimsOf([event])[0]?.said ?? null;
  return said === null ? null : t(`unsettled.claims.said.${said}`);
};

const Lost = z.looseObject({ reason: z.string().catch(''), status: z.int().nullable().catch(null) });

/** How an answer got lost, out of the facts of its event. */
export function lostHow(data: SaleEvent['data']): AnswerProblem {
  return answerProblem(Lost.parse(data));
}

const httpOf = (data: SaleEvent['data']): { status: number } => ({ status: Lost.parse(data).status ?? 0 });
