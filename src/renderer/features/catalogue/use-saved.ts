import { useRef, useState } from 'react';

/** What is typed over a kept value, until it is saved: once, whether Enter or leaving the field asks for it first. */
export function useSaved<T>(kept: T, save: (value: T) => Promise<boolean>) {
  const [typed, setTyped] = useState<{ value: T } | null>(null);
  const saving = useRef(false);
  return {
    value: typed ? typed.value : kept,
    isTyped: typed !== null,
    type: (value: T): void => setTyped({ value }),
    giveUp: (): void => setTyped(null),
    async save(): Promise<void> {
      if (!typed || saving.current) return;
      saving.current = true;
      // What was not saved stays in the field.
      if (typed.value === kept || (await save(typed.value))) setTyped(null);
      saving.current = false;
    },
  };
}
