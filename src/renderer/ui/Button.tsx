import { type ComponentProps, useId, useRef } from 'react';
import { classes } from './classes.ts';
import type { LucideIcon } from './icon.tsx';

type Look = 'primary' | 'plain' | 'danger' | 'quiet';

const looks: Readonly<Record<Look, string>> = {
  primary: 'border-accent bg-accent text-accent-ink font-semibold hover:brightness-110 disabled:brightness-100',
  plain: 'border-line-strong bg-surface text-ink font-medium hover:bg-sunken',
  danger: 'border-failed bg-surface text-failed font-semibold hover:bg-failed-soft',
  quiet: 'border-transparent text-ink font-medium hover:bg-sunken',
};

interface Props extends ComponentProps<'button'> {
  look?: Look;
  icon?: LucideIcon | undefined;
  /** the key that does the same, shown on the button */
  hotkey?: string;
  large?: boolean;
}

/** A button at least 44 px high. It submits a form only with `type="submit"`. */
export function Button({ look = 'plain', icon: Icon, hotkey, large = false, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      data-look={look}
      {...rest}
      className={classes(
        'inline-flex items-center justify-center gap-2 rounded-box border px-4 whitespace-nowrap select-none',
        // Dashed and without a ground: a secondary button is grey too, and can be pressed.
        'transition-colors duration-100 disabled:border-dashed disabled:border-line-strong disabled:bg-transparent',
        'disabled:font-normal disabled:text-ink-soft',
        large ? 'min-h-14 text-large' : 'min-h-11',
        looks[look],
        className,
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="size-5" /> : null}
      <span>{children}</span>
      {hotkey ? <Kbd on={look}>{hotkey}</Kbd> : null}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** the accessible name, also shown as a tooltip */
  label: string;
}

/** A button with an icon and no text. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        // Dimmed, for high contrast has no soft colours.
        'flex size-11 shrink-0 items-center justify-center rounded-box hover:bg-sunken disabled:opacity-30',
        className,
      )}
    />
  );
}

/** A key's name, drawn as a key. Hidden from screen readers, which read the control's own name. */
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

interface FileButtonProps {
  /** of the button */
  label: string;
  /** of the field; left out: the button's label is the field's too */
  id?: string;
  /** as the input element names types */
  accept: string;
  onFile: (file: File) => void;
  disabled?: boolean;
}

/** A button that lets a person pick a file of this machine. */
export function FileButton({ label, id, accept, onFile, disabled = false }: FileButtonProps) {
  const own = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {id === undefined ? (
        <label htmlFor={own} className="sr-only">
          {label}
        </label>
      ) : null}
      <input
        ref={input}
        id={id ?? own}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [picked] = event.currentTarget.files ?? [];
          // The same file can be picked again.
          event.currentTarget.value = '';
          if (picked) onFile(picked);
        }}
      />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
