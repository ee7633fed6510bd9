/** Joins class names, leaving out what does not apply. */
export function classes(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ');
}

/** The look of every text field. */
export const inputLook =
  'min-h-11 w-full min-w-0 rounded-box border border-line-strong bg-surface px-3 text-ink ' +
  'aria-invalid:border-failed disabled:bg-sunken disabled:text-ink-soft [&[readonly]]:bg-sunken';
