import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  icon: LucideIcon;
  title: string;
  lead?: string;
  children?: ReactNode;
}

/** Nothing is here yet, and what to do about it. */
export function EmptyState({ icon: Icon, title, lead, children }: Props) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-2 p-6 text-center">
      <Icon aria-hidden="true" className="size-10 text-ink-soft" strokeWidth={1.5} />
      <p className="text-large font-semibold text-balance">{title}</p>
      {lead ? <p className="max-w-md text-balance text-ink-soft">{lead}</p> : null}
      {children}
    </div>
  );
}
