import type { ReactNode } from 'react';

/** The field and what can be chosen: under many notices they scroll, and the cash with what comes next stays whole below them. */
export function ScrollsAboveMoney({ children }: { children: ReactNode }) {
  // The room at its edges is the focus ring's.
  return (
    <div className="-mx-2 -mt-3 -mb-1 flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 pt-3 pb-1 zoomed:overflow-visible">
      {children}
    </div>
  );
}
