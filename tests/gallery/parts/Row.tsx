import type { ReactNode } from 'react';

/** Pieces of one kind side by side, under the name of what they differ in. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-small text-ink-soft">{name}</h3>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </div>
  );
}
