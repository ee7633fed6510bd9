import { classes } from '../ui/classes.ts';
import type { LineLook } from './line-look.ts';

/** How one connection stands, by shape, word and colour. */
export function LineState({ label, word, look }: { label: string; word: string; look: LineLook }) {
  const Icon = look.icon;
  return (
    <p className="flex shrink-0 items-center gap-1.5 text-small">
      <Icon aria-hidden="true" className={classes('size-5', look.colour)} strokeWidth={2.5} />
      <span className="text-ink-soft">{label}</span>
      <span className={classes('font-semibold', look.colour)}>{word}</span>
    </p>
  );
}
