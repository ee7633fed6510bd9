/** A sale that was found, and its place in the list. */
export interface Found {
  createdAt: string;
  id: string;
  rowid: number;
}

export function isNewer(one: { createdAt: string; id: string }, other: { createdAt: string; id: string }): boolean {
  return one.createdAt > other.createdAt || (one.createdAt === other.createdAt && one.id > other.id);
}

export const newestFirst = (one: Found, other: Found): number =>
  isNewer(one, other) ? -1 : Number(isNewer(other, one));

/** Several lists, each newest first, as one; a sale that stands in more than one comes once. Reads no further than asked. */
export function* merged(streams: ReadonlyArray<Iterator<Found, void>>): Generator<Found, void> {
  const heads = streams.map((stream) => ({ stream, next: stream.next() }));
  try {
    let last: string | null = null;
    for (;;) {
      let best: (typeof heads)[number] | null = null;
      let newest: Found | null = null;
      for (const head of heads) {
        if (head.next.done === true) continue;
        const found: Found = head.next.value;
        if (newest === null || isNewer(found, newest)) [best, newest] = [head, found];
      }
      if (best === null || newest === null) return;
      if (newest.id !== last) yield newest;
      last = newest.id;
      best.next = best.stream.next();
    }
  } finally {
    for (const { stream } of heads) stream.return?.();
  }
}
