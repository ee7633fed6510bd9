import { type ShopDatabase } from '../../src/main/runtime/shop-database.ts';

/** Which of the actors that wait goes on. */
export type Choose = (waiting: readonly string[]) => string;

/** Everybody has gone as far as they can by themselves: all there is are promises. */
const quiet = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets actors race on one journal, each stopping before it reads or writes a sale, so that a test says who goes on: every
 * order in which one's commit can fall between another's read and commit can be brought about.
 */
export function createRace(journal: ShopDatabase) {
  const waiting: { actor: string; go: () => void }[] = [];
  let racing = false;
  const turn = (actor: string): Promise<void> =>
    racing ? new Promise((resolve) => waiting.push({ actor, go: resolve })) : Promise.resolve();
  return {
    /** The journal as this actor has it; nobody stops before the race has begun. */
    of: (actor: string): ShopDatabase => ({
      ...journal,
      get: (id) => turn(actor).then(() => journal.get(id)),
      commit: (change) => turn(actor).then(() => journal.commit(change)),
    }),
    /** Begins, and is over when all actors are. */
    async run(actors: ReadonlyArray<() => Promise<unknown>>, choose: Choose): Promise<void> {
      racing = true;
      const over = Promise.all(actors.map((actor) => actor()));
      for (await quiet(); waiting.length > 0; await quiet()) {
        const chosen = choose([...new Set(waiting.map(({ actor }) => actor))].toSorted());
        const at = waiting.findIndex(({ actor }) => actor === chosen);
        waiting.splice(at, 1)[0]?.go();
      }
      racing = false;
      await over;
    },
  };
}

/** Runs again and again, each time with other choices, until every order has been had. Answers how many there were. */
export async function everyOrder(run: (choose: Choose) => Promise<void>): Promise<number> {
  let path: { taken: number; of: number }[] = [];
  for (let runs = 1; ; runs += 1) {
    let step = 0;
    await run((actors) => {
      const choice = path[step] ?? { taken: 0, of: actors.length };
      path[step] = choice;
      step += 1;
      return actors[choice.taken] ?? '';
    });
    path = path.slice(0, step);
    while ((path.at(-1)?.taken ?? 0) + 1 === path.at(-1)?.of) path.pop();
    const last = path.at(-1);
    if (!last) return runs;
    last.taken += 1;
  }
}
