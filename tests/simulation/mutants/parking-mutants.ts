import type { Mutant } from './mutant.ts';

let parkings = 0;

export const parksInMemory: Mutant = {
  name: 'parks-in-memory',
  breaks: 'g',
  about: 'a parked sale is said to be kept before it is on the disk, and a kill takes it',
  parked: (real) => {
    const held: Awaited<ReturnType<typeof real.list>>[number][] = [];
    return {
      ...real,
      list: async () => held,
      async park(draft) {
        const parked = { id: `held-${++parkings}`, parkedAt: '2026-03-10T10:00:00.000Z', draft };
        held.push(parked);
        return parked;
      },
      take: async (id) => held.find((sale) => sale.id === id) ?? null,
    };
  },
};
