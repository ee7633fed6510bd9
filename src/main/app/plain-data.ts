/** What an input may be at most; far above what any procedure asks for, far below what hurts. */
const inputLimits = { depth: 8, values: 2_000, characters: 128_000 } as const;

const poison = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a value from outside is plain data (what JSON could say, and undefined) of a bearable size: no class instances,
 * no accessors, no numbers that are none, no text with half a letter (which no database gives back as it was), no keys that
 * reach for a prototype, no cycles. Never throws.
 */
export function isPlainData(value: unknown): boolean {
  try {
    return isPlain(value, { values: inputLimits.values, characters: inputLimits.characters }, 0);
  } catch {
    return false;
  }
}

type Budget = { values: number; characters: number };

function isPlain(value: unknown, left: Budget, depth: number): boolean {
  left.values -= 1;
  if (left.values < 0 || depth > inputLimits.depth) return false;
  if (typeof value === 'string') return spend(left, value) && value.isWellFormed();
  if (value === null || value === undefined || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  return Array.isArray(value) ? isPlainList(value, left, depth) : isPlainObject(value, left, depth);
}

function isPlainList(list: readonly unknown[], left: Budget, depth: number): boolean {
  // A sparse list of a billion holes must cost nothing.
  if (list.length > left.values) return false;
  return Reflect.ownKeys(list).length === list.length + 1 && list.every((item) => isPlain(item, left, depth + 1));
}

function isPlainObject(object: object, left: Budget, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Reflect.ownKeys(object).every((key) => {
    if (typeof key !== 'string' || poison.has(key) || !spend(left, key)) return false;
    const property = Object.getOwnPropertyDescriptor(object, key);
    return property !== undefined && 'value' in property && isPlain(property.value, left, depth + 1);
  });
}

function spend(left: Budget, text: string): boolean {
  left.characters -= text.length;
  return left.characters >= 0;
}
