import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/translation.ts';
import { dismissToast, useToasts } from '../state/toast.ts';
import { classes, toneBorder, toneSoft } from '../ui/classes.ts';

/**
 * Short messages at the end of the bottom bar. They cover nothing, disappear by themselves, and take neither the focus nor a key: Esc is
 * for the dialog or the screen, also while one is shown, which Radix would close first.
 */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useToasts((state) => state.toasts);
  return (
    <ul
      aria-label={t('common.notifications')}
      // Read behind a dialog too.
      aria-live="polite"
      className="flex min-w-0 shrink-0 gap-2"
    >
      {toasts.map(({ id, tone, text }) => (
        <Toast key={id} id={id} className={classes(toneSoft[tone], toneBorder[tone])} text={text} />
      ))}
    </ul>
  );
}

const shownMs = 5000;

/** Stays while the pointer is on it. */
function Toast({ id, text, className }: { id: number; text: string; className: string }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className={classes('rounded-key border px-3 font-semibold', className)}
    >
      {text}
    </li>
  );
}
