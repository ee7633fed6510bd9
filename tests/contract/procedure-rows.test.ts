import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nothing, procedure } from '../../src/shared/contract/procedure.ts';
import { saleWithoutCosts, Transaction } from '../../src/shared/domain/transaction.ts';

/** Nothing here runs but the rows themselves: each comment is an error of the compiler that `npm run check` expects. */
describe('a row of the contract', () => {
  it('does not compile without who may call it, or how an office serves it', () => {
    const rows = [
      procedure({ input: nothing, output: z.string(), needs: 'sell', office: 'own' }),
      // @ts-expect-error -- nobody says who may call it
      procedure({ input: nothing, output: z.string(), office: 'own' }),
      // @ts-expect-error -- nobody says how an office serves it
      procedure({ input: nothing, output: z.string(), needs: 'sell' }),
      // @ts-expect-error -- there is no such permission
      procedure({ input: nothing, output: z.string(), needs: 'fly', office: 'own' }),
    ];
    expect(rows).toHaveLength(4);
  });

  it('does not compile without what it hides, wherever its answer holds a sale', () => {
    const deep = z.object({ pages: z.array(z.object({ sale: Transaction.nullable().optional() })) });
    const rows = [
      procedure({ input: nothing, output: Transaction, needs: 'sell', office: 'own', costs: saleWithoutCosts }),
      // @ts-expect-error -- the sale itself
      procedure({ input: nothing, output: Transaction, needs: 'sell', office: 'own' }),
      // @ts-expect-error -- deep in an answer, and not always there
      procedure({ input: nothing, output: deep, needs: 'sell', office: 'own' }),
      // @ts-expect-error -- in one of two answers
      procedure({ input: nothing, output: z.union([z.string(), Transaction]), needs: 'sell', office: 'own' }),
    ];
    expect(rows).toHaveLength(4);
  });
});
