import { type UIEvent, useState } from 'react';

/** Several times what fits the largest screen. */
const atOnce = 120;

/**
 * The first part of a list, and more of it whenever its end comes near: a catalogue of thousands costs no key press anything.
 * What the person at the counter does, in `by`, begins anew.
 */
export function useDrawn<T>(all: readonly T[], by: string) {
  const [asked, setAsked] = useState({ by, count: atOnce });
  const count = asked.by === by ? asked.count : atOnce;
  return {
    drawn: all.length > count ? all.slice(0, count) : all,
    onScroll({ currentTarget: list }: UIEvent<HTMLElement>) {
      const left = list.scrollHeight - list.scrollTop - list.clientHeight;
      if (count < all.length && left < list.clientHeight) setAsked({ by, count: count + atOnce });
    },
  };
}
