import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, -1 | 1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys go from one known product to the next. */
export function moveAmongProducts(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  const cards = [...document.querySelectorAll<HTMLElement>('[data-known-product]')];
  const at = cards.findIndex((card) => card === document.activeElement);
  const next = cards[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** The down arrow in the product field goes to the first known product. */
export function intoProducts(event: KeyboardEvent<HTMLElement>): void {
  const first = document.querySelector<HTMLElement>('[data-known-product]');
  if (event.key !== 'ArrowDown' || !first) return;
  event.preventDefault();
  first.focus();
}
