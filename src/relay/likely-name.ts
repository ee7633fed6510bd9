/** Of so many characters one may be changed, left out or added for a name to be taken for a slip: with more, short ones are any word. */
const charactersASlip = 4;
const isNear = (slips: number, name: string): boolean =>
  slips <= Math.floor(name.replace('RELAY_', '').length / charactersASlip);

/** How many characters have to be changed, left out or added to make the one the other. */
function slipsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_none, at) => at);
  for (const [row, letter] of one.split('').entries()) {
    const now = [row + 1];
    for (const [at, wanted] of other.split('').entries()) {
      const [left = 0, above = 0, corner = 0] = [now[at], before[at + 1], before[at]];
      now.push(Math.min(left + 1, above + 1, corner + (letter === wanted ? 0 : 1)));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}

/** The name that somebody who wrote this probably meant; null: none is near. */
export function likelyName(written: string, names: readonly string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, slips: slipsBetween(written.toUpperCase(), name) }))
    .toSorted((one, other) => one.slips - other.slips);
  return nearest && isNear(nearest.slips, nearest.name) ? nearest.name : null;
}
