import { moneyAtStake } from '../../../src/shared/domain/cash.ts';
import type { Mutant } from './mutant.ts';

export const goesOnByItself: Mutant = {
  name: 'goes-on-by-itself',
  breaks: 'k',
  about: 'a batch that waits is gone on with when the counter starts',
  batches: (real) => {
    const sending = { whileOpen: <T>(work: () => Promise<T>) => work(), onSold: () => undefined };
    void real.open().then((batch) => batch && real.resume({ id: batch.id }, sending));
    return real;
  },
};

export const sendsALineAgain: Mutant = {
  name: 'sends-a-line-again',
  breaks: 'a',
  about: 'a line whose answer named a success is ordered once more, as a repeat that somebody allowed',
  counter: (real) => ({
    ...real,
    async sendLine(id, allowed) {
      const result = await real.sendLine(id, allowed);
      if (!result.ok || result.value.kind !== 'prepaid' || result.value.total === null) return result;
      const { productCode, customerNo, total } = result.value;
      const sellingPrice = total;
      const allows = { allowDuplicate: true, allowMismatch: true, allowPrice: sellingPrice };
      await real.order({ productCode, customerNo, sellingPrice, ...allows });
      return result;
    },
  }),
};

let lineIsBegun: () => void = () => undefined;

export const sendsLinesSideBySide: Mutant = {
  name: 'sends-lines-side-by-side',
  breaks: 'k',
  about: 'the next line is sent while the answer to the one before is awaited',
  db: (real) => ({
    ...real,
    async commit(change) {
      const outcome = await real.commit(change);
      if (change.event.type === 'sale.submitted') lineIsBegun();
      return outcome;
    },
  }),
  counter: (real) => ({
    ...real,
    async sendLine(id, allowed) {
      const begun = new Promise<null>((resolve) => {
        lineIsBegun = () => resolve(null);
      });
      const early = await Promise.race([real.sendLine(id, allowed), begun]);
      return early ?? { ok: false, error: { code: 'inquiry_expired', message: 'goes on' } };
    },
  }),
};

export const givesBackTooMuch: Mutant = {
  name: 'gives-back-too-much',
  breaks: 'k',
  about: 'of a batch that was stopped the money of lines of which nobody knows is returned, too',
  batches: (real) => {
    const stop = real.stop.bind(real);
    return Object.assign(real, {
      async stop(id: string) {
        const stopped = await stop(id);
        if (!stopped.ok) return stopped;
        const unknown = stopped.value.lines.filter(({ sale }) => sale.state === 'unknown');
        const amount = unknown.reduce((sum, { sale }) => sum + moneyAtStake(sale), 0);
        if (amount === 0) return stopped;
        return {
          ok: true,
          value: { ...stopped.value, toReturn: [...stopped.value.toReturn, { method: 'cash', amount }] },
        };
      },
    });
  },
};
