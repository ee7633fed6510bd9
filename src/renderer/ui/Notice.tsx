import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../shared/contract/errors.ts';
import { errorWords } from '../i18n/error-message.ts';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import { type Tone, toneBorder, toneSoft, toneText } from './state-look.ts';

interface Props {
  tone: Tone;
  title: string;
  /** why, and what to do */
  lines?: ReadonlyArray<string | null | undefined>;
  icon?: LucideIcon;
  /** "alert" is spoken at once, "status" when there is a pause */
  live?: 'alert' | 'status' | undefined;
  children?: ReactNode;
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
