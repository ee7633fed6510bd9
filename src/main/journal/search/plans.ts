import { type Condition, type Leaf } from '../../../shared/domain/search/condition.ts';

/** More ways than this are not looked at one by one. */
const most = 24;

/**
 * The ways in which a sale can meet the condition, each a list of leaves that must all be met: together they are the
 * condition. Null where there are too many.
 */
export function waysOf(condition: Condition): Leaf[][] | null {
  switch (condition.is) {
    case 'any': {
      const ways: Leaf[][] = [];
      for (const part of condition.of) {
        const found = waysOf(part);
        if (!found) return null;
        ways.push(...found);
      }
      return ways.length > most ? null : ways;
    }
    case 'all': {
      let ways: Leaf[][] = [[]];
      for (const part of condition.of) {
        const found = waysOf(part);
        if (!found || ways.length * found.length > most) return null;
        ways = ways.flatMap((way) => found.map((more) => way.concat(more)));
      }
      return ways;
    }
    case 'text':
    case 'product':
    case 'amount':
    case 'days':
    case 'states':
    case 'kind':
    case 'cashier':
      return [[condition]];
  }
}
