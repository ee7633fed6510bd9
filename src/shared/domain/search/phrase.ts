const longest = 3;

/** The longest run of words from here on that stands in the list. */
export function longestPhrase<T>(
  list: Readonly<Record<string, T>>,
  words: readonly string[],
  at: number,
): { value: T; count: number } | null {
  for (let count = Math.min(longest, words.length - at); count > 0; count -= 1) {
    const phrase = words.slice(at, at + count).join(' ');
    const value = Object.hasOwn(list, phrase) ? list[phrase] : undefined;
    if (value !== undefined) return { value, count };
  }
  return null;
}
