import { type KeyboardEvent, useMemo, useState } from 'react';
import { isArrow, nextOption, type Spot } from './next-option.ts';

/** Where the options stand on the screen now, in reading order. */
function spotsIn(list: string): Spot[] {
  const options = document.getElementById(list)?.querySelectorAll<HTMLElement>('[role="option"]') ?? [];
  return [...options].map((option) => {
    const { left, top } = option.getBoundingClientRect();
    return { id: option.id, left, top };
  });
}

interface Entry {
  list: string;
  text: string;
  /** what the arrows are on starts anew with another `about` */
  about: string;
  onBack: () => void;
}

/** The arrows in the field walk through the options; Backspace in an empty field takes back what was taken last. */
export function useEntryKeys({ list, text, about, onBack }: Entry) {
  const [walked, setWalked] = useState<{ about: string; id: string | null }>({ about, id: null });
  const active = walked.about === about ? walked.id : null;
  return useMemo(
    () => ({
      active,
      onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === 'Backspace' && text === '' && !event.repeat) {
          event.preventDefault();
          onBack();
        } else if (isArrow(event.key)) {
          const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
          // In the middle of a text they move the caret.
          if (sideways && text !== '' && active === null) return;
          event.preventDefault();
          const id = nextOption(spotsIn(list), active, event.key);
          setWalked({ about, id });
          if (id !== null) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
        }
      },
    }),
    [active, list, text, about, onBack],
  );
}
