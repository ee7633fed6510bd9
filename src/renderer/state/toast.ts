import { create } from 'zustand';
import type { KonterError } from '../../shared/contract/errors.ts';
import { errorWords } from '../i18n/i18n.ts';
import { t } from '../i18n/translation.ts';
import { dropOnPersonChange } from './page-data.ts';

/** How good or bad a message is; its colour and sign stand in ui/classes.ts. */
export type Tone = 'success' | 'pending' | 'unknown' | 'failed' | 'disputed' | 'quiet';

interface Toast {
  id: number;
  tone: Tone;
  text: string;
}

interface Toasts {
  toasts: readonly Toast[];
  last: number;
}

export const useToasts = create<Toasts>(() => ({ toasts: [], last: 0 }));

// They answer what one person did.
dropOnPersonChange(() => useToasts.setState({ toasts: [] }));

/**
 * Shows a short message that needs no answer. Never about money: such messages stay on the screen. A success replaces the one
 * before: two of them say no more than one, and after a change of language they would be in two languages.
 */
export function toast(tone: Tone, text: string): void {
  useToasts.setState(({ toasts, last }) => ({
    toasts: [
      ...toasts.filter((toast) => tone !== 'success' || toast.tone !== 'success').slice(-2),
      { id: last + 1, tone, text },
    ],
    last: last + 1,
  }));
}

/** Says why something failed that has no place of its own on the screen; nothing where it did not. */
export function toastError(error: KonterError | null): void {
  if (error) toast('failed', errorWords(t, error).lines.join(' '));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
