import type { ReactNode } from 'react';

/** What a long dialog asks for in the end: it stays in sight while the rest scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-col gap-3 border-t border-line bg-surface px-6 pt-3 pb-6">
      {children}
    </div>
  );
}
