/** So many turns in a row must have brought one only: where several are about, the next are worth a look around. */
const turnsAlone = 4;

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
