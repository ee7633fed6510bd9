import { z } from 'zod';
import type { SaleEvent } from '../../../../shared/contract/transactions.ts';
import { usableSn } from '../../../../shared/domain/transaction.ts';

/** What somebody said became of a sale, word for word where it can be read. */
export interface Claim {
  /** its event in the log */
  seq: number;
  at: string;
  from: 'answer' | 'webhook' | 'person' | 'counter';
  /** null where it cannot be read (any more) */
  said: 'success' | 'failed' | 'pending' | 'unsent' | null;
  sn: string | null;
  message: string | null;
  transactionId: string | null;
}

const text = z.string().nullish().catch(null);
const said = z
  .enum(['success', 'failed', 'pending', 'Sukses', 'Gagal'])
  .transform((word) => (word === 'Sukses' ? 'success' : word === 'Gagal' ? 'failed' : word))
  .nullable()
  .catch(null);
const Told = z.looseObject({ status: said, sn: text, message: text, transaction_id: text });
const Answer = z.looseObject({ message: text, data: z.unknown().optional() });
const Twice = z.looseObject({ data: Told });

/** The claims in a sale's story, oldest first. */
export function claimsOf(events: readonly SaleEvent[]): Claim[] {
  return events.flatMap((event) => claimOf(event) ?? []);
}

type Reader = (event: SaleEvent) => Partial<Claim> & Pick<Claim, 'from'>;

const webhook: Reader = (event) => ({ from: 'webhook', ...read(bodyOf(event, 'webhook')) });

/** A person who puts a sale in doubt claims no outcome. */
const person: Reader = (event) => ({
  from: 'person',
  said: said.parse(event.data['to'] ?? null),
  message: event.bodies.find((body) => body.role === 'note')?.text ?? null,
});

const readers: Readonly<Partial<Record<SaleEvent['type'], Reader>>> = {
  'webhook.applied': webhook,
  'webhook.disputed': webhook,
  'sale.answered': (event) => ({ from: 'answer', ...readAnswer(bodyOf(event, 'answer')) }),
  'sale.refused': (event) => ({ from: 'answer', said: 'failed', message: refusalOf(bodyOf(event, 'answer')) }),
  'sale.never_sent': () => ({ from: 'counter', said: 'unsent' }),
  'person.resolved': person,
  'person.disputed': person,
  'person.corrected': person,
};

function claimOf(event: SaleEvent): Claim | null {
  const claim = readers[event.type]?.(event);
  if (!claim) return null;
  const { seq, at } = event;
  return { seq, at, said: null, sn: null, message: null, transactionId: null, ...claim };
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
  const told = Told.safeParse(body);
  if (!told.success) return {};
  const { status, sn, message, transaction_id: id } = told.data;
  return { said: status, sn: usableSn(sn ?? null), message: message ?? null, transactionId: id ?? null };
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
  const final = (claim: Claim): boolean => claim.said === 'success' || claim.said === 'failed';
  if (differ(one.sn, other.sn) || differ(one.transactionId, other.transactionId)) return true;
  // What never left, and what was refused without an id, contradict whatever says that it was taken.
  const denies = one.said === 'unsent' || (one.said === 'failed' && one.transactionId === null);
  return differ(one.said, other.said) && ((final(one) && final(other)) || denies);
}
