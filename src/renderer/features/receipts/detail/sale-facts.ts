import { z } from 'zod';
import { Evidence, type SaleEvent } from '../../../../shared/contract/transactions.ts';
import { isWaitingLine } from '../../../../shared/domain/batch.ts';
import { customerOwes, owesMoney } from '../../../../shared/domain/cash.ts';
import { isErased } from '../../../../shared/domain/erasure.ts';
import { type AnswerProblem, answerProblem } from '../../../../shared/domain/provider-answer.ts';
import { QuarantineReason } from '../../../../shared/domain/sale-event.ts';
import { isCorrectable, isOverdue, type Transaction, usableSn } from '../../../../shared/domain/transaction.ts';
import type { TFunction } from '../../../i18n/translation.ts';

/** One thing that is known about an unsettled sale, in the shop's language. */
export interface Fact {
  seq: number;
  at: string;
  text: string;
}

const Finding = Evidence.shape.finding;

/** The reports that arrived and those that did not, oldest first; anything else about the sale is a guess. */
export function factsOf(t: TFunction, events: readonly SaleEvent[]): Fact[] {
  return events.flatMap((event) => {
    const text = says[event.type]?.(t, event) ?? null;
    return text === null ? [] : [{ seq: event.seq, at: event.at, text }];
  });
}

/** Whether the provider's answer came at all, and whether a webhook about the sale did. */
export function reportsReceived(events: readonly SaleEvent[]): { answer: boolean; webhook: boolean } {
  const has = (...types: Array<SaleEvent['type']>): boolean => events.some((event) => types.includes(event.type));
  return {
    answer: has('sale.response_received', 'sale.refused', 'sale.not_sent'),
    webhook: has(
      'webhook.applied',
      'webhook.disputed',
      'status.applied',
      'status.disputed',
      'sale.created_from_webhook',
    ),
  };
}

type Says = (t: TFunction, event: SaleEvent) => string | null;

const resultFact: Says = (t, event) =>
  t('unresolved.fact.webhook', { status: saidWords(t, event) ?? t('unresolved.claims.unread') });
const contradictedFact: Says = (t, event) =>
  t('unresolved.fact.contradicted', { status: saidWords(t, event) ?? t('unresolved.claims.unread') });

const says: Readonly<Partial<Record<SaleEvent['type'], Says>>> = {
  'sale.submitted': (t) => t('unresolved.fact.sent'),
  'sale.response_received': (t, event) => {
    const status = saidWords(t, event);
    return status === null ? t('unresolved.fact.answeredUnread') : t('unresolved.fact.answered', { status });
  },
  'sale.refused': (t) => t('unresolved.fact.refused'),
  'sale.not_sent': (t) => t('unresolved.fact.neverSent'),
  'sale.outcome_unknown': (t, { data }) => {
    const problem = lostHow(data);
    const detail = t(`unresolved.lost.${problem}`, httpOf(data));
    return problem === 'timeout' || problem === 'cut'
      ? t('unresolved.fact.lost', { detail })
      : t('unresolved.fact.noClearAnswer', { detail });
  },
  'sale.recovered_at_startup': (t) => t('unresolved.fact.recovered'),
  'sale.restored': (t) => t('unresolved.fact.restored'),
  'sale.created_from_webhook': (t) => t('unresolved.fact.adopted'),
  'sale.recovered_from_claim': (t) => t('unresolved.fact.claimed'),
  'webhook.applied': resultFact,
  'webhook.disputed': contradictedFact,
  'status.applied': resultFact,
  'status.disputed': contradictedFact,
  'webhook.quarantined': (t, { data }) => {
    const reason = QuarantineReason.safeParse(data['reason']);
    return t('unresolved.fact.quarantined', {
      reason: reason.success ? t(`quarantineReasons.${reason.data}`) : t('unresolved.claims.unread'),
    });
  },
  'relay.gap': (t) => t('unresolved.fact.gap'),
  'relay.changed': (t) => t('unresolved.fact.otherMailbox'),
  'bill.rechecked': (t, { data }) => {
    const finding = Finding.safeParse(data['finding']);
    return finding.success ? t(`unresolved.fact.evidence.${finding.data}`) : null;
  },
};

const saidWords = (t: TFunction, event: SaleEvent): string | null => {
  const outcome = claimsOf([event])[0]?.outcome ?? null;
  return outcome === null ? null : t(`unresolved.claims.outcome.${outcome}`);
};

const Lost = z.looseObject({ reason: z.string().catch(''), status: z.int().nullable().catch(null) });

/** How an answer got lost, out of the facts of its event. */
export function lostHow(data: SaleEvent['data']): AnswerProblem {
  return answerProblem(Lost.parse(data));
}

const httpOf = (data: SaleEvent['data']): { status: number } => ({ status: Lost.parse(data).status ?? 0 });

/** One reported outcome of a sale, word for word where it is readable. */
export interface Claim {
  /** its event in the log */
  seq: number;
  at: string;
  from: 'answer' | 'webhook' | 'person' | 'counter';
  /** null where it cannot be read (any more) */
  outcome: 'success' | 'failed' | 'pending' | 'unsent' | null;
  sn: string | null;
  message: string | null;
  transactionId: string | null;
}

const text = z.string().nullish().catch(null);
const Outcome = z
  .enum(['success', 'failed', 'pending', 'Sukses', 'Gagal'])
  .transform((word) => (word === 'Sukses' ? 'success' : word === 'Gagal' ? 'failed' : word))
  .nullable()
  .catch(null);
const ProviderReport = z.looseObject({ status: Outcome, sn: text, message: text, transaction_id: text });
const Answer = z.looseObject({ message: text, data: z.unknown().optional() });
const Twice = z.looseObject({ data: ProviderReport });

/** The claims in a sale's story, oldest first. */
export function claimsOf(events: readonly SaleEvent[]): Claim[] {
  return events.flatMap((event) => claimOf(event) ?? []);
}

type Reader = (event: SaleEvent) => Partial<Claim> & Pick<Claim, 'from'>;

const webhook: Reader = (event) => ({ from: 'webhook', ...read(bodyOf(event, 'webhook')) });

const answer: Reader = (event) => ({ from: 'answer', ...readAnswer(bodyOf(event, 'answer')) });

/** A person who puts a sale in doubt claims no outcome. */
const person: Reader = (event) => ({
  from: 'person',
  outcome: Outcome.parse(event.data['to'] ?? null),
  message: event.bodies.find((body) => body.role === 'note')?.text ?? null,
});

const readers: Readonly<Partial<Record<SaleEvent['type'], Reader>>> = {
  'webhook.applied': webhook,
  'webhook.disputed': webhook,
  'status.applied': answer,
  'status.disputed': answer,
  'sale.response_received': answer,
  'sale.refused': (event) => ({ from: 'answer', outcome: 'failed', message: refusalOf(bodyOf(event, 'answer')) }),
  'sale.not_sent': () => ({ from: 'counter', outcome: 'unsent' }),
  'sale.manually_resolved': person,
  'sale.manually_disputed': person,
  'sale.manually_corrected': person,
};

function claimOf(event: SaleEvent): Claim | null {
  const claim = readers[event.type]?.(event);
  if (!claim) return null;
  const { seq, at } = event;
  return { seq, at, outcome: null, sn: null, message: null, transactionId: null, ...claim };
}

function bodyOf(event: SaleEvent, role: SaleEvent['bodies'][number]['role']): unknown {
  try {
    const value: unknown = JSON.parse(event.bodies.find((body) => body.role === role)?.text ?? 'null');
    return value;
  } catch {
    return null;
  }
}

function read(body: unknown): Partial<Claim> {
  const report = ProviderReport.safeParse(body);
  if (!report.success) return {};
  const { status, sn, message, transaction_id: id } = report.data;
  return { outcome: status, sn: usableSn(sn ?? null), message: message ?? null, transactionId: id ?? null };
}

/** The answer to an order wraps its resource once, that to a payment twice (spec, Payment result). */
function readAnswer(body: unknown): Partial<Claim> {
  const answer = Answer.safeParse(body);
  if (!answer.success) return {};
  const twice = Twice.safeParse(answer.data.data);
  return read(twice.success ? twice.data.data : answer.data.data);
}

function refusalOf(body: unknown): string | null {
  const answer = Answer.safeParse(body);
  return answer.success ? (answer.data.message ?? null) : null;
}

/** The latest two claims that cannot both be true, the earlier one first; null where no two that can be read contradict. */
export function contradictingPair(claims: readonly Claim[]): [Claim, Claim] | null {
  for (let late = claims.length - 1; late > 0; late -= 1) {
    const later = claims[late];
    const earlier = later ? claims.slice(0, late).findLast((claim) => contradict(claim, later)) : undefined;
    if (earlier && later) return [earlier, later];
  }
  return null;
}

function contradict(one: Claim, other: Claim): boolean {
  const differ = <T>(a: T | null, b: T | null): boolean => a !== null && b !== null && a !== b;
  const final = (claim: Claim): boolean => claim.outcome === 'success' || claim.outcome === 'failed';
  if (differ(one.sn, other.sn) || differ(one.transactionId, other.transactionId)) return true;
  // A sale that was never sent, or refused without an id, contradicts any report that it was accepted.
  const denies = one.outcome === 'unsent' || (one.outcome === 'failed' && one.transactionId === null);
  return differ(one.outcome, other.outcome) && ((final(one) && final(other)) || denies);
}

/**
 * What the sale was expected to cost when it was sent last, or what its bill paid the shop, in whole rupiah. Main leaves both out for
 * a person who may not see costs.
 */
export function amountIn(events: readonly SaleEvent[], name: 'cost' | 'commission'): number | null {
  const event = events.findLast(({ data }) => data[name] !== undefined);
  return z
    .int()
    .nullable()
    .catch(null)
    .parse(event?.data[name] ?? null);
}

/** The batch that a sale was paid in; null for one of its own. */
export function batchIdIn(events: readonly SaleEvent[]): string | null {
  const queued = events.find(({ type }) => type === 'sale.queued');
  return z
    .string()
    .nullable()
    .catch(null)
    .parse(queued?.data['batch'] ?? null);
}

type NextStep = 'doSending' | 'doDisputed' | 'doOrder' | 'doBill' | 'doElse';

/** The actions for an unresolved sale, in order: an order may settle by itself, a bill will not. */
export function nextSteps({ state, kind }: Pick<Transaction, 'state' | 'kind'>): NextStep[] {
  if (state === 'sending') return ['doSending'];
  if (state === 'disputed') return ['doDisputed'];
  return kind === 'prepaid' ? ['doOrder', 'doElse'] : ['doBill'];
}

interface Allowed {
  print: boolean;
  resolve: boolean;
  /** to the customer, or from them */
  returnCash: boolean;
  repeat: boolean;
  correct: boolean;
  /** take its customer's data out, or erase it */
  customer: boolean;
}

/** What no person may do at an office, which sells nothing. */
const ofSeller = { resolve: false, correct: false, returnCash: false, repeat: false } as const;

/** A person's possible actions for a sale in its present state. Main decides; this only hides buttons that would be refused. */
export function allowedActions(sale: Transaction, now: number, overdueMinutes: number, isSeller = true): Allowed {
  const waits = isWaitingLine(sale);
  return {
    print: !waits && sale.state !== 'sending' && sale.state !== 'inquired' && sale.state !== 'expired',
    resolve:
      sale.state === 'unknown' ||
      sale.state === 'disputed' ||
      isOverdue(sale, now, overdueMinutes * 60_000) ||
      (sale.state === 'success' && sale.sn === null && !isErased(sale)),
    returnCash: owesMoney(sale) || customerOwes(sale),
    repeat:
      !waits && !isErased(sale) && (sale.state === 'success' || sale.state === 'failed' || sale.state === 'unsent'),
    correct: isCorrectable(sale),
    customer: !isErased(sale),
    ...(isSeller ? {} : ofSeller),
  };
}
