import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readEntry } from '../../../../shared/domain/entry/read-entry.ts';
import type { EntryReading, EntryStep } from '../../../../shared/domain/entry/reading.ts';
import { aloud } from '../../../words/sale-aloud.ts';

interface Props {
  /** what the field has taken so far, each as it is to be heard; null: not yet */
  taken: readonly (string | null)[];
  /** what the field waits for now */
  waits: string;
  /** what stands in the field */
  text: string;
  step: EntryStep;
  /** what is understood of that, or what may be typed */
  hint: string;
}

/** How long the hand rests before what it typed is read back. */
const restsMs = 900;

/** Readings of which the hint says what was understood. */
const understood: ReadonlySet<EntryReading['is']> = new Set(['number', 'quick', 'receipt', 'proof']);

/**
 * Says to a reader of the screen what was just taken and what comes next: the caret never leaves the field, whose other name
 * would be heard by nobody.
 */
export function SaidOfEntry({ taken, waits, text, step, hint }: Props) {
  const { t } = useTranslation();
  const before = useRef({ taken, waits });
  const [said, setSaid] = useState('');
  useEffect(() => {
    const { taken: was, waits: waited } = before.current;
    before.current = { taken, waits };
    const news = taken.filter((each, n) => each !== null && each !== was[n]);
    if (news.length === 0 && waits === waited) return;
    setSaid(aloud([...news, t('entry.waits', { what: waits }), hint === waits ? null : hint]));
  }, [taken, waits, hint, t]);
  useEffect(() => {
    if (!understood.has(readEntry(text, step).is)) return;
    const rest = window.setTimeout(() => setSaid(hint), restsMs);
    return () => window.clearTimeout(rest);
  }, [text, step, hint]);
  return <output className="sr-only">{said}</output>;
}
