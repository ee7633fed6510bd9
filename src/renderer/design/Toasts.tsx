import { Toast as Radix } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { toneBorder, toneSoft } from './state-look.ts';
import { unsay, useToasts } from './toasts.ts';

/** Short words at the bottom that go by themselves. */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useToasts((state) => state.toasts);
  return (
    <Radix.Provider duration={4000} label={t('common.close')}>
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          onOpenChange={(open) => (open ? undefined : unsay(toast.id))}
          className={classes('rounded-box border px-4 py-3', toneSoft[toast.tone], toneBorder[toast.tone])}
        >
          <Radix.Description className="font-medium">{toast.text}</Radix.Description>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed bottom-14 left-1/2 z-30 flex w-max max-w-[90vw] -translate-x-1/2 flex-col gap-2 outline-none" />
    </Radix.Provider>
  );
}
