import { classes } from './classes.ts';

/** A key's name, drawn as a key. Hidden from readers, who hear the control's own name. */
export function Kbd({ children, on = 'plain' }: { children: string; on?: string }) {
  return (
    <kbd
      aria-hidden="true"
      className={classes(
        'inline-block min-w-6 shrink-0 rounded-key border px-1.5 text-center font-mono text-small leading-5',
        on === 'primary' ? 'border-current' : 'border-line-strong bg-surface text-ink-soft',
      )}
    >
      {children}
    </kbd>
  );
}
