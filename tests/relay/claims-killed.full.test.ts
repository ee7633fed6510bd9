import { expect, test } from 'vitest';
import { secret } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { relayCommandInProcess, relayProcess } from '../support/relay-process.ts';
import { askShop, claimOf, keyId, openClaims, postClaim, type ShopMailbox, sayCompared } from '../support/shop.ts';

test.each([10, 60, 150])(
  'killed after %i answers, the relay has lost no claim that it recorded, and let none of two counters have the same',
  async (killAfter) => {
    const { env, sql, faults } = await newDatabase();
    const command = async (...args: string[]) =>
      JSON.parse((await relayCommandInProcess(env, ...args, '--json')).stdout) as Omit<ShopMailbox, 'relay'> & {
        shop: string;
      };
    const { shop } = await command('shop', 'create', 'a shop');
    const first = await relayProcess(env);
    const names = ['Front', 'Back', 'Third'];
    const members: Array<Omit<ShopMailbox, 'relay'>> = [];
    for (const name of names)
      members.push(await command('mailbox', 'create', name, '--secret', secret, '--shop', shop));
    const at = (relay: ShopMailbox['relay']): ShopMailbox[] =>
      members.map(({ mailbox, token }) => ({ relay, mailbox, token }));
    for (const of of at(first).slice(0, 1)) await askShop(of, 'shop-key', { keyId });
    for (const of of at(first)) await sayCompared(of);

    const recorded = new Map<number, number[]>();
    let answers = 0;
    /** Each counter claims the same products in the same order. */
    const claimAll = async (of: ShopMailbox, counter: number): Promise<void> => {
      for (let product = 0; ; product += 1) {
        const claim = claimOf(counter * 100_000 + product, `A ${product}`);
        const result = await postClaim(of, claim).catch((error: unknown) => {
          // Killed, it answers nothing: any answer but 200 is a fault.
          if (error instanceof Error && 'code' in error) return null;
          throw error;
        });
        if (result === null) return;
        if (result.outcome === 'recorded') recorded.set(product, [...(recorded.get(product) ?? []), counter]);
        answers += 1;
        if (answers === killAfter) first.process.kill('SIGKILL');
      }
    };
    await Promise.all(at(first).map(claimAll));
    expect([...recorded.values()].filter((counters) => counters.length > 1)).toEqual([]);

    const second = await relayProcess(env);
    const counters = at(second);
    for (const [product, [holder]] of recorded) {
      const results = [];
      for (const [counter, of] of counters.entries()) {
        results.push((await postClaim(of, claimOf(counter * 100_000 + product, `A ${product}`))).outcome);
      }
      expect(results).toEqual(counters.map((_, counter) => (counter === holder ? 'recorded' : 'in_flight')));
    }
    const open = await Promise.all(counters.map(openClaims));
    const products = await sql(`select product from claims where state = 'unresolved'`);
    expect(open.flatMap(({ own }) => own)).toHaveLength(products.length);
    expect(new Set(products.map(({ product }) => product)).size).toBe(products.length);
    expect(await faults()).toEqual([]);
  },
);
