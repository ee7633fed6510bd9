/** So many turns in a row must have brought one only: where several are about, the next are worth a look around. */
const turnsAlone = 4;

interface Waiting<Answer> {
  answered: (answer: Answer | PromiseLike<Answer>) => void;
  failed: (error: unknown) => void;
}

/** What fewer asked for is not split into pieces that are under way at once: each costs something of its own. */
const worthSplitting = 32;

/**
 * Does at once what was asked for together: each piece of work is for all who asked before it began. No timer; and who comes
 * alone, as those before him did, does not even wait for the rest of what has arrived to be read.
 * @param parts.most that one piece of work takes
 * @param parts.atOnce how many pieces of work may be under way, begun in the order in which they were asked for
 * @param parts.work answers in the order of what it is asked; when it fails, it has failed for all of them. An answer may be
 *   one that is still to come: the next piece of work begins meanwhile
 */
export function together<Ask, Answer>(parts: {
  soon: (run: () => void) => void;
  most: number;
  atOnce?: number;
  work: (asks: readonly Ask[]) => Promise<ReadonlyArray<Answer | PromiseLike<Answer>>>;
}): (ask: Ask) => Promise<Answer> {
  const { soon, most, atOnce = 1, work } = parts;
  let asks: Ask[] = [];
  let waiting: Array<Waiting<Answer>> = [];
  let underWay = 0;
  let due = false;
  const isAlone = comingAlone(soon);

  /** Where nothing is under way, only a share of it: the next is made ready while that is worked on. */
  const share = (): number =>
    Math.min(most, underWay > 0 || asks.length < worthSplitting ? asks.length : Math.ceil(asks.length / atOnce));

  const doSome = async (): Promise<void> => {
    due = false;
    const [someAsks, some, size] = [asks, waiting, share()];
    asks = someAsks.splice(size);
    waiting = some.splice(size);
    underWay += 1;
    begin();
    try {
      const answers = await work(someAsks);
      for (const [index, answer] of answers.entries()) some[index]?.answered(answer);
    } catch (error) {
      for (const one of some) one.failed(error);
    }
    underWay -= 1;
    begin();
  };
  const begin = (): void => {
    if (due || underWay === atOnce || waiting.length === 0) return;
    due = true;
    soon(() => void doSome());
  };
  return (ask) =>
    new Promise((answered, failed) => {
      asks.push(ask);
      waiting.push({ answered, failed });
      if (isAlone() && !due && underWay === 0) void doSome();
      else begin();
    });
}

/**
 * Tells whether one who comes is alone: nobody else has come in this turn of the event loop, and in each of the last few that
 * brought anybody it was one only. To be called once for each who comes.
 * @param soon runs what it is given once everything that has arrived by now was read
 */
export function comingAlone(soon: (run: () => void) => void): () => boolean {
  let now = 0;
  let turns = 0;
  const turned = (): void => {
    turns = now === 1 ? turns + 1 : 0;
    now = 0;
  };
  return () => {
    now += 1;
    if (now > 1) return false;
    soon(turned);
    return turns >= turnsAlone;
  };
}
