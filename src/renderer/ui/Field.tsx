import { type ComponentProps, type ReactNode, useId } from 'react';
import type { CounterId } from '../../shared/contract/office.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useCounters } from '../state/office.ts';
import { classes, inputLook } from './classes.ts';
import { FieldFrame, type FieldFrameProps, type FieldIds } from './FieldFrame.tsx';
import { Lock, Search } from './icons.tsx';

interface TextFieldProps extends ComponentProps<'input'>, Pick<FieldFrameProps, 'label' | 'hint' | 'fault' | 'bare'> {
  /** from the environment or a managed file: shown, with the reason why it cannot be changed */
  locked?: boolean;
  mono?: boolean;
}

/** A line of text. */
export function TextField({
  label,
  hint,
  fault,
  bare,
  locked = false,
  mono = false,
  className,
  ...input
}: TextFieldProps) {
  const { t } = useTranslation();
  return (
    <FieldFrame
      label={label}
      hint={locked ? t('settings.locked') : hint}
      fault={fault}
      aside={locked ? <Lock aria-hidden="true" className="size-4 text-ink-soft" /> : null}
      className={className}
      {...(bare ? { bare } : {})}
    >
      {(ids) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...ids}
          readOnly={locked || input.readOnly}
          className={classes(inputLook, mono && 'font-mono')}
        />
      )}
    </FieldFrame>
  );
}

/** A PIN: never shown, never kept by the browser. */
export function PinField(props: TextFieldProps) {
  return <TextField {...props} type="password" inputMode="numeric" />;
}

interface TextAreaProps extends ComponentProps<'textarea'>, Pick<FieldFrameProps, 'label' | 'hint' | 'fault'> {}

/** Lines of text, codes mostly. */
export function TextAreaField({ label, hint, fault, className, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} fault={fault}>
      {(ids) => (
        <textarea
          autoComplete="off"
          spellCheck={false}
          {...area}
          {...ids}
          className={classes(inputLook, 'py-2 font-mono', className)}
        />
      )}
    </FieldFrame>
  );
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string;
  value: string;
  onText: (text: string) => void;
}

/** Searches while it is typed: in a bar above a list. */
export function SearchField({ label, onText, className, ...input }: SearchFieldProps) {
  return (
    <span className={classes('relative flex flex-1', className)}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" />
      <input
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        {...input}
        onChange={(event) => onText(event.currentTarget.value)}
        className={classes(inputLook, 'pl-10')}
      />
    </span>
  );
}

interface SelectProps<T extends string> extends Pick<FieldFrameProps, 'label' | 'hint' | 'fault' | 'className'> {
  value: T;
  choices: ReadonlyArray<{ value: T; label: string }>;
  onValue: (value: T) => void;
  disabled?: boolean | undefined;
  /** the label is only read aloud, and the list is as wide as its words: in a bar of filters */
  hideLabel?: boolean;
}

/** One of many, in the system's own list. One of a few is a Choice. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hint, fault, value, choices, onValue, disabled, hideLabel = false, className } = props;
  const list = (look: string | undefined, ids: Partial<FieldIds> | { 'aria-label': string }) => (
    <select
      {...ids}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
        if (chosen) onValue(chosen.value);
      }}
      className={classes(inputLook, look)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
  if (hideLabel) return list(classes('w-auto!', className), { 'aria-label': label });
  return (
    <FieldFrame label={label} hint={hint} fault={fault} className={className} bare={hint === undefined}>
      {(ids) => list(undefined, ids)}
    </FieldFrame>
  );
}

interface ColumnSelectProps {
  label: string;
  /** the columns of a file that was chosen */
  names: readonly string[];
  /** the words for "in no column"; without them one must be chosen */
  none?: string;
  value: string | null;
  onValue: (value: string | null) => void;
}

/** The column of a file for one field. */
export function ColumnSelect({ label, names, none, value, onValue }: ColumnSelectProps) {
  const columns = names.map((name) => ({ value: name, label: name }));
  return (
    <Select
      label={label}
      value={value ?? ''}
      choices={none === undefined ? columns : [{ value: '', label: none }, ...columns]}
      onValue={(name) => onValue(name || null)}
    />
  );
}

interface CheckFieldProps {
  label: ReactNode;
  value: boolean;
  onValue: (value: boolean) => void;
  fault?: string | null | undefined;
  disabled?: boolean;
}

/** A sentence that is agreed to by its box. */
export function CheckField({ label, value, onValue, fault, disabled }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-11 items-start gap-3 rounded-box border border-line-strong p-3">
        <input
          type="checkbox"
          checked={value}
          disabled={disabled}
          aria-invalid={Boolean(fault)}
          aria-describedby={fault ? id : undefined}
          onChange={(event) => onValue(event.currentTarget.checked)}
          className="mt-1 size-5 shrink-0 accent-[var(--accent)]"
        />
        <span>{label}</span>
      </label>
      {fault ? (
        <p id={id} role="alert" className="text-small font-medium text-failed">
          {fault}
        </p>
      ) : null}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  /** null: none is chosen yet */
  value: T | null;
  choices: ReadonlyArray<{ value: T; label: string }>;
  onValue: (value: T) => void;
  disabled?: boolean;
  hideLabel?: boolean;
  /** in two columns of one width */
  isEven?: boolean;
  fault?: string | null | undefined;
}

/** A choice of a few: radio buttons drawn as a row of keys. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, value, choices, onValue, disabled, hideLabel = false, isEven = false, fault } = props;
  const name = useId();
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1"
      disabled={disabled}
      {...(fault ? { 'data-fault': true, 'aria-describedby': `${name}-fault` } : {})}
    >
      <legend className={classes('mb-1 text-small font-medium text-ink-soft', hideLabel && 'sr-only')}>{label}</legend>
      <div className={isEven ? 'grid grid-cols-2 gap-2' : 'flex flex-wrap gap-2'}>
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

interface CounterSelectProps {
  /** null: of all counters */
  value: CounterId | null;
  onValue: (value: CounterId | null) => void;
  className?: string;
}

/** At an office: whose data a screen shows. Nothing at a counter, which has its own alone. */
export function CounterSelect({ value, onValue, className }: CounterSelectProps) {
  const { t } = useTranslation();
  const counters = useCounters();
  if (counters.length === 0) return null;
  const all = { value: '', label: t('office.allCounters') };
  return (
    <Select
      hideLabel
      className={classes('max-w-56 min-w-40 flex-1', className)}
      label={t('office.counter')}
      value={value ?? ''}
      choices={[all, ...counters.map(({ id, name }) => ({ value: id, label: name }))]}
      onValue={(id) => onValue(id === '' ? null : id)}
    />
  );
}
