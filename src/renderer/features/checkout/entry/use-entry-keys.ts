import { type KeyboardEvent, useMemo, useState } from 'react';

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

/** Where an option stands on the screen, in pixels. */
interface Spot {
  id: string;
  left: number;
  top: number;
}

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const isArrow = (key: string): key is Arrow =>
  key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight';

/**
 * The option that an arrow leads to from the present one; the first one from none. Null: nothing lies that way; upwards from
 * the first row that means out of the list.
 * @param spots in reading order
 */
export function nextOption(spots: readonly Spot[], from: string | null, arrow: Arrow): string | null {
  const at = spots.findIndex(({ id }) => id === from);
  const here = spots[at];
  if (!here) return arrow === 'ArrowDown' || arrow === 'ArrowRight' ? (spots[0]?.id ?? null) : null;
  if (arrow === 'ArrowRight') return spots[at + 1]?.id ?? here.id;
  if (arrow === 'ArrowLeft') return spots[at - 1]?.id ?? here.id;
  const down = arrow === 'ArrowDown';
  const rows = spots.filter(({ top }) => (down ? top > here.top : top < here.top));
  if (rows.length === 0) return down ? here.id : null;
  const tops = rows.map(({ top }) => top);
  const row = down ? Math.min(...tops) : Math.max(...tops);
  const nearest = rows
    .filter(({ top }) => top === row)
    .toSorted((one, other) => Math.abs(one.left - here.left) - Math.abs(other.left - here.left));
  return nearest[0]?.id ?? null;
}
