import { useId } from 'react';
import { classes } from './classes.ts';

interface Props<T extends string> {
  label: string;
  /** null: none is chosen yet */
  value: T | null;
  choices: ReadonlyArray<{ value: T; label: string }>;
  onValue: (value: T) => void;
  disabled?: boolean;
  hideLabel?: boolean;
  fault?: string | null | undefined;
}

/** A choice of a few: radio buttons drawn as a row of keys. */
export function Choice<T extends string>(props: Props<T>) {
  const { label, value, choices, onValue, disabled, hideLabel = false, fault } = props;
  const name = useId();
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1"
      disabled={disabled}
      {...(fault ? { 'data-fault': true, 'aria-describedby': `${name}-fault` } : {})}
    >
      <legend className={classes('mb-1 text-small font-medium text-ink-soft', hideLabel && 'sr-only')}>{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classes(
              'flex min-h-11 items-center gap-2 rounded-box border px-4 font-medium',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]',
              choice.value === value
                ? 'border-accent bg-accent-soft text-ink shadow-[inset_0_0_0_1px_var(--accent)]'
                : 'border-line-strong bg-surface text-ink hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onValue(choice.value)}
              className="size-4 accent-[var(--accent)]"
            />
            {choice.label}
          </label>
        ))}
      </div>
      {fault ? (
        <p id={`${name}-fault`} role="alert" className="text-small font-medium text-failed">
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}
