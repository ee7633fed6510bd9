import { fail, type KonterError, type OtherCounter, type Result } from '../../shared/contract/errors.ts';
import type { Transaction, TransactionKind } from '../../shared/domain/transaction.ts';
import type { OtherClaim } from '../../shared/wire/shop.ts';
import type { Decision } from './refusals.ts';
import type { ClaimAnswer, Claims, SalesPorts, ShopHindrance } from './sales-ports.ts';

type Refusal = { ok: false; error: KonterError };

/** What the other counters said of a sale that may be sent. */
export interface ClaimResult {
  /** another counter's sale of the same, which the cashier allowed to repeat */
  isRepeat: boolean;
  /** the relay did not answer: they could not be asked */
  isUnasked: boolean;
}

/**
 * Claims the sale before anything is committed, so that no other counter of the shop sends the same, and sends it.
 * @param sale as it is to be sent: the claim carries it
 * @param send commits and sends; called at most once
 */
export async function withClaim<T>(
  claims: Claims,
  sale: Transaction,
  decision: Decision,
  send: (claim: ClaimResult) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    const claim = readAnswer(await claims.claim(sale), sale.kind, decision);
    return 'error' in claim ? claim : await send(claim);
  } finally {
    claims.release(sale.id);
  }
}

/** A counter with another key, or none, would not see what the others sell, so it sells nothing. */
export function checkShopKey({ claims }: SalesPorts): Refusal | null {
  const hindrance = (claims?.() ?? null)?.hindrance() ?? null;
  return hindrance && ofShop(hindrance);
}

const ofShop = (reason: ShopHindrance): Refusal =>
  fail(
    'not_configured',
    reason === 'shop_left'
      ? 'The relay says that this counter is in no shop any more.'
      : 'This counter lacks the key of its shop.',
    { reason },
  );

const unanswered = (): Refusal =>
  fail('relay_unreachable', 'The other counters have not answered, so nothing is sent.', {
    reason: 'claim_unanswered',
  });

function readAnswer(answer: ClaimAnswer, kind: TransactionKind, decision: Decision): ClaimResult | Refusal {
  switch (answer.kind) {
    case 'recorded': {
      const repeat = repeated(answer.others, kind);
      if (repeat && !isAllowed(repeat, decision)) return mayRepeat(repeat);
      return { isRepeat: repeat !== null, isUnasked: false };
    }
    case 'in_flight':
      return fail('in_flight', 'Another counter sells this product to this number.', {
        counter: counterOf(answer.other),
      });
    case 'silent':
      // A bill is not ordered: it may be paid as long as the payment service answers, and the receipt's detail says so.
      if (kind === 'postpaid') return { isRepeat: false, isUnasked: true };
      return unanswered();
    case 'stopped':
      return unanswered();
    case 'refused':
      return fail('relay_unreachable', 'The relay does not let this counter ask the others.', {
        reason: 'claim_refused',
      });
    case 'restored':
      return fail('relay_unreachable', 'The relay was put back to an older copy, and counters have not compared.', {
        reason: 'relay_restored',
      });
    case 'shop_key_missing':
    case 'shop_left':
      return ofShop(answer.kind);
    case 'lost_journal':
      return fail('in_flight', 'A lost journal of this counter may have sent this sale.', { reason: 'lost_journal' });
  }
}

/**
 * The newest sale at another counter that a person is asked about: one that succeeded today of the same product, else an order that is
 * not settled, of the same number: it may be the same credit under another code. A bill has one code.
 */
function repeated(others: readonly OtherClaim[], kind: TransactionKind): OtherClaim | null {
  const repeats = others.filter(({ isSameProduct, state }) =>
    isSameProduct ? state === 'success' : state === 'unresolved' && kind === 'prepaid',
  );
  return repeats.toSorted((one, other) => (one.since < other.since ? -1 : 1)).at(-1) ?? null;
}

function isAllowed({ id }: OtherClaim, { allowDuplicate = false, duplicateOf, duplicateAt }: Decision): boolean {
  if (!allowDuplicate) return false;
  return duplicateAt === undefined ? duplicateOf === undefined : duplicateAt === id;
}

function mayRepeat(other: OtherClaim): Refusal {
  const counter = counterOf(other);
  if (other.isSameProduct) {
    return fail('duplicate', 'Another counter sold this product to this number today.', { counter });
  }
  return fail('duplicate', 'Another counter has a sale to this number that is not settled.', {
    reason: 'same_number',
    counter,
  });
}

const counterOf = ({ id, counter, since, state }: OtherClaim): OtherCounter => ({
  name: counter,
  since,
  state,
  sale: id,
});
