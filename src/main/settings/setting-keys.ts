/** Settings as a tree of plain objects. Lists are leaves, and what is of a `kind`: half of one and half of another is neither. */
type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('kind' in value);

/** What is said of each setting, by its name: "billFee", "provider.url". Keys that hold undefined say nothing. */
export function flatten(tree: Tree, above = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, value] of Object.entries(tree)) {
    if (value === undefined) continue;
    const name = above + key;
    if (!isTree(value)) leaves.set(name, value);
    else for (const [inner, leaf] of flatten(value, `${name}.`)) leaves.set(inner, leaf);
  }
  return leaves;
}

/** The lower settings with what the upper ones say in their place. */
export function layered(lower: Tree, upper: Tree): Record<string, unknown> {
  const said = Object.entries(upper).filter(([, value]) => value !== undefined);
  return {
    ...lower,
    ...Object.fromEntries(
      said.map(([key, value]) => {
        const below = lower[key];
        return [key, isTree(value) && isTree(below) ? layered(below, value) : value];
      }),
    ),
  };
}

/** The settings without the leaves that stand in the other ones with the same value. */
export function without(tree: Tree, other: Tree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) => {
      const same = other[key];
      if (isTree(value) && isTree(same)) return [[key, without(value, same)]];
      return sameValue(value, same) ? [] : [[key, value]];
    }),
  );
}

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
