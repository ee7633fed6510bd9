import { Toast as Radix } from 'radix-ui';
import { useTranslation } from '../i18n/translation.ts';
import { dismissToast, useToasts } from '../state/toast.ts';
import { classes, toneBorder, toneSoft } from '../ui/classes.ts';

// Radix's own F8 would take the focus whenever a slip is printed.
const noHotkey: string[] = [];

/** Short messages at the end of the bottom bar. They cover nothing and disappear by themselves. */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useToasts((state) => state.toasts);
  return (
    <Radix.Provider duration={5000} label={t('common.notifications')}>
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          onOpenChange={(open) => (open ? undefined : dismissToast(toast.id))}
          className={classes('rounded-key border px-3', toneSoft[toast.tone], toneBorder[toast.tone])}
        >
          <Radix.Description className="font-semibold">{toast.text}</Radix.Description>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={noHotkey}
        label={t('common.notifications')}
        className="flex min-w-0 shrink-0 gap-2 outline-none"
      />
    </Radix.Provider>
  );
}
