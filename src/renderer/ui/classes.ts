import type { TransactionState } from '../../shared/domain/transaction.ts';
import type { Tone } from '../state/toast.ts';
import type { LucideIcon } from './icon.tsx';
import { ArrowLeftRight, Check, CircleDashed, CircleSlash, Clock, Send, TriangleAlert, Waves, X } from './icons.tsx';

/** Joins class names, leaving out what does not apply. */
export function classes(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ');
}

/** The look of every text field. */
export const inputLook =
  'min-h-11 w-full min-w-0 rounded-box border border-line-strong bg-surface px-3 text-ink ' +
  'aria-invalid:border-failed disabled:bg-sunken disabled:text-ink-soft [&[readonly]]:bg-sunken';

/** A state by shape and colour; its word comes from the language. */
export const stateLook: Readonly<Record<TransactionState, { tone: Tone; icon: LucideIcon }>> = {
  inquired: { tone: 'quiet', icon: CircleDashed },
  sending: { tone: 'pending', icon: Send },
  pending: { tone: 'pending', icon: Waves },
  success: { tone: 'success', icon: Check },
  failed: { tone: 'failed', icon: X },
  unsent: { tone: 'quiet', icon: CircleSlash },
  unknown: { tone: 'unknown', icon: TriangleAlert },
  disputed: { tone: 'disputed', icon: ArrowLeftRight },
  expired: { tone: 'quiet', icon: Clock },
};

export const toneText: Readonly<Record<Tone, string>> = {
  success: 'text-success',
  pending: 'text-pending',
  unknown: 'text-unknown',
  failed: 'text-failed',
  disputed: 'text-disputed',
  quiet: 'text-quiet',
};

export const toneSoft: Readonly<Record<Tone, string>> = {
  success: 'bg-success-soft text-success',
  pending: 'bg-pending-soft text-pending',
  unknown: 'bg-unknown-soft text-unknown',
  failed: 'bg-failed-soft text-failed',
  disputed: 'bg-disputed-soft text-disputed',
  quiet: 'bg-quiet-soft text-quiet',
};

export const toneBorder: Readonly<Record<Tone, string>> = {
  success: 'border-success',
  pending: 'border-pending',
  unknown: 'border-unknown',
  failed: 'border-failed',
  disputed: 'border-disputed',
  quiet: 'border-line-strong',
};
