import { type ReactNode, useEffect, useRef } from 'react';
import type { KonterError } from '../../shared/contract/errors.ts';
import { errorWords } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useKeys } from '../state/keys.ts';
import type { Tone } from '../state/toast.ts';
import { Button } from './Button.tsx';
import { classes, toneBorder, toneSoft, toneText } from './classes.ts';
import type { LucideIcon } from './icon.tsx';
import { CircleAlert } from './icons.tsx';

interface Props {
  tone: Tone;
  title: string;
  /** why, and what to do */
  lines?: ReadonlyArray<string | null | undefined>;
  icon?: LucideIcon;
  /** "alert" is spoken at once, "status" when there is a pause */
  live?: 'alert' | 'status' | undefined;
  children?: ReactNode;
  /** beside the words: what can be done, where there is little height */
  aside?: ReactNode;
  className?: string;
  /** where there is little room */
  compact?: boolean;
}

const noLines: readonly string[] = [];

/** Words that matter: first the money, then why, then what to do. */
export function Notice({
  tone,
  title,
  lines = noLines,
  icon: Icon = CircleAlert,
  live,
  children,
  aside,
  className,
  compact = false,
}: Props) {
  return (
    <section
      role={live}
      className={classes(
        'relative flex shrink-0 gap-3 overflow-hidden rounded-box border',
        compact ? 'p-3' : 'p-4',
        toneSoft[tone],
        toneBorder[tone],
        tone === 'unknown' && 'pl-7',
        className,
      )}
    >
      {tone === 'unknown' ? <span aria-hidden="true" className="doubt-edge absolute inset-y-0 left-0 w-3" /> : null}
      <Icon aria-hidden="true" className={classes('mt-0.5 size-6 shrink-0', toneText[tone])} strokeWidth={2.5} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className={classes('font-semibold text-balance', compact ? 'text-body' : 'text-large')}>{title}</p>
        {lines.map((line) =>
          line ? (
            <p key={line} className="text-ink">
              {line}
            </p>
          ) : null,
        )}
        {children}
      </div>
      {aside}
    </section>
  );
}

interface ErrorNoticeProps {
  /** nothing is shown without one */
  error: KonterError | null | undefined;
  /** in place of the error's own */
  title?: string | undefined;
  compact?: boolean;
  onRetry?: (() => void) | undefined;
}

/** Main's error, announced at once. */
export function ErrorNotice({ error, title, onRetry, compact = false }: ErrorNoticeProps) {
  const { t } = useTranslation();
  if (!error) return null;
  const words = errorWords(t, error);
  return (
    <Notice tone="failed" live="alert" compact={compact} title={title ?? words.title} lines={words.lines}>
      {onRetry ? (
        <div className="pt-2">
          <Button onClick={onRetry}>{t('common.retry')}</Button>
        </div>
      ) : null}
    </Notice>
  );
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  lead?: string;
  children?: ReactNode;
}

/** Nothing is here yet, and what to do about it. */
export function EmptyState({ icon: Icon, title, lead, children }: EmptyStateProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-2 p-6 text-center">
      <Icon aria-hidden="true" className="size-10 text-ink-soft" strokeWidth={1.5} />
      <p className="text-large font-semibold text-balance">{title}</p>
      {lead ? <p className="max-w-md text-balance text-ink-soft">{lead}</p> : null}
      {children}
    </div>
  );
}

/** The place of something that is still being read, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-box bg-sunken', className)} />;
}

/** A screen whose code is still loading. */
export function ScreenSkeleton() {
  const { t } = useTranslation();
  return (
    <output aria-label={t('common.loading')} className="flex h-full flex-col gap-4 p-4">
      <Skeleton className="h-11 w-1/2" />
      <Skeleton className="flex-1" />
    </output>
  );
}

/** Stands for a dialog whose code is still loading: no key reaches what it will cover. */
export function KeysWithheld(): null {
  useKeys([], { modal: true });
  return null;
}

interface LiveRegionProps {
  words: string;
  /** interrupts the current speech */
  urgent?: boolean;
  /** how long the words must stay the same before they are announced */
  afterMs?: number;
}

/** A region that keeps its text is read again after each dialog, and when the screen is read line by line. */
const staysMs = 8000;

/**
 * Announces words to a screen reader when they change. One text is read whole and from its beginning, where several elements
 * would be read one by one and in another order. It is written after the region is mounted: a reader announces changes only.
 */
export function LiveRegion({ words, urgent = false, afterMs = 0 }: LiveRegionProps) {
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const write = (text: string): void => {
      if (region.current && region.current.textContent !== text) region.current.textContent = text;
    };
    if (words === '') return write('');
    if (afterMs === 0) write(words);
    const announce = afterMs === 0 ? undefined : window.setTimeout(() => write(words), afterMs);
    const clear = window.setTimeout(() => write(''), afterMs + staysMs);
    return () => {
      window.clearTimeout(announce);
      window.clearTimeout(clear);
    };
  }, [words, afterMs]);
  return <p ref={region} role={urgent ? 'alert' : 'status'} className="sr-only" />;
}
