import type { IncomingMessage } from 'node:http';

/** A header that is expected once. Sent again alike, as by a proxy that adds it too, it counts as once; null: not sent, or with several values. */
export function oneHeader({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>, name: string): string | null {
  const [value = null, ...others] = headersDistinct[name] ?? [];
  return others.every((other) => other === value) ? value : null;
}
