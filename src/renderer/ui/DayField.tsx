import { Popover } from 'radix-ui';
import { type KeyboardEvent, useState } from 'react';
import { wallClock } from '../../shared/domain/zone.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useNow } from '../state/clock.ts';
import { useShopZone } from '../state/settings.ts';
import { GroupedInput } from './AmountField.tsx';
import { IconButton } from './Button.tsx';
import { classes, inputLook } from './classes.ts';
import {
  addDays,
  type DayBounds,
  dayFault,
  firstOfMonth,
  keptDay,
  readDay,
  shownDay,
  valueOf,
  weeksOf,
  wholeDay,
} from './day-text.ts';
import { FieldFrame, type FieldFrameProps, type FieldIds } from './FieldFrame.tsx';
import { CalendarDays, ChevronLeft, ChevronRight } from './later-icons.tsx';

interface Props extends DayBounds, Pick<FieldFrameProps, 'label' | 'hint' | 'fault' | 'bare' | 'className'> {
  /** YYYY-MM-DD; empty: nothing is typed; else the text as it stands, which is no day */
  value: string;
  /** each value, as a form takes it */
  onValue?: (value: string) => void;
  /** each day that is taken */
  onDay?: (day: string) => void;
  disabled?: boolean;
  /** the label stands before the field, on its line */
  inline?: boolean;
}

/**
 * A calendar day: typed as 29/11/2026 in the program's language, whatever the browser's is, moved by the arrow keys, or picked from a
 * calendar. A day outside of the bounds is handed on as text, which no form takes.
 */
export function DayField({
  label,
  hint,
  fault,
  bare,
  className,
  inline = false,
  value,
  onValue,
  onDay,
  ...field
}: Props) {
  const { t } = useTranslation();
  const { min, max } = field;
  const [isTyping, setTyping] = useState(false);
  /** and the value that stood meanwhile: another one takes its place */
  const [typed, setTyped] = useState({ digits: '', beside: '' });
  const isTyped = typed.beside === value || valueOf(typed.digits) === value;
  const digits = isTyped && typed.digits !== '' ? typed.digits : keptDay(value);
  const problem = dayFault(digits, { min, max }, !isTyping);
  const change = (newDigits: string): void => {
    setTyped({ digits: newDigits, beside: value });
    const isTaken = dayFault(newDigits, { min, max }, false) === null;
    const day = isTaken ? readDay(newDigits) : null;
    onValue?.(day ?? shownDay(newDigits));
    if (day !== null) onDay?.(day);
  };
  const words =
    problem === null
      ? null
      : problem.is === 'early' || problem.is === 'late'
        ? t(`files.day.${problem.is}`, { day: problem.day })
        : t(`files.day.${problem.is}`);
  const input = (ids: FieldIds) => (
    <DayInput {...field} {...ids} label={label} digits={digits} onDigits={change} onTyping={setTyping} />
  );
  return (
    <FieldFrame
      label={label}
      hint={hint}
      fault={words ?? fault}
      {...(bare || inline ? { bare: true } : {})}
      className={classes(
        inline && 'grid! grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 [&>p]:col-span-2',
        className,
      )}
    >
      {input}
    </FieldFrame>
  );
}

interface InputProps extends Pick<Props, 'disabled' | 'min' | 'max' | 'label'>, FieldIds {
  digits: string;
  onDigits: (digits: string) => void;
  onTyping: (isTyping: boolean) => void;
}

function DayInput({ digits, onDigits, disabled = false, min, max, label, onTyping, ...ids }: InputProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const step = (event: KeyboardEvent): void => {
    const day = readDay(digits);
    const days = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (days === 0) return;
    event.preventDefault();
    if (event.altKey) setOpen(true);
    else if (day !== null) onDigits(keptDay(addDays(day, days)));
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <span className="relative flex">
          <GroupedInput
            {...ids}
            data-takes="text"
            inputMode="numeric"
            disabled={disabled}
            placeholder={t('files.day.format')}
            text={digits}
            display={shownDay(digits)}
            keep={keptDay}
            onText={onDigits}
            onKeyDown={step}
            onFocus={() => onTyping(true)}
            onBlur={() => {
              onTyping(false);
              if (digits.length === 6) onDigits(wholeDay(digits));
            }}
            className={classes(inputLook, 'pr-12')}
          />
          <Popover.Trigger asChild>
            <IconButton
              label={t('files.day.pick')}
              disabled={disabled}
              className="absolute! top-0 right-0 text-ink-soft"
            >
              <CalendarDays aria-hidden="true" className="size-5" />
            </IconButton>
          </Popover.Trigger>
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={`${label}, ${t('files.day.pick')}`}
          className="z-60 rounded-box border border-line-strong bg-surface p-2 text-ink"
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <Calendar
            day={readDay(digits)}
            min={min}
            max={max}
            onDay={(day) => {
              setOpen(false);
              onDigits(keptDay(day));
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface CalendarProps extends DayBounds {
  day: string | null;
  onDay: (day: string) => void;
}

/** A month by weeks. The arrow keys go from day to day, page up and down from month to month. */
function Calendar({ day, min, max, onDay }: CalendarProps) {
  const { t, language } = useTranslation();
  const { day: today } = wallClock(useNow(), useShopZone());
  const [current, setCurrent] = useState(day ?? today);
  const named = (options: Intl.DateTimeFormatOptions, of: string): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${of}T00:00:00Z`));
  const isTaken = (of: string): boolean => (min === undefined || of >= min) && (max === undefined || of <= max);
  const onKey = (event: KeyboardEvent): void => {
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (days === undefined && months === undefined) return;
    event.preventDefault();
    setCurrent(days === undefined ? firstOfMonth(current, months ?? 0) : addDays(current, days));
  };
  const weeks = weeksOf(current);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <IconButton label={t('files.day.before')} onClick={() => setCurrent(firstOfMonth(current, -1))}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <p aria-live="polite" className="font-semibold">
          {named({ month: 'long', year: 'numeric' }, current)}
        </p>
        <IconButton label={t('files.day.after')} onClick={() => setCurrent(firstOfMonth(current, 1))}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <div className="grid grid-cols-7">
        {(weeks[0] ?? []).map((of) => (
          <span key={of} aria-hidden="true" className="w-11 text-center text-small text-ink-soft">
            {named({ weekday: 'short' }, of)}
          </span>
        ))}
        {weeks.flat().map((of) => (
          <button
            key={`${of} ${of === current}`}
            type="button"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the calendar was just opened, or an arrow key came here
            autoFocus={of === current}
            tabIndex={of === current ? 0 : -1}
            aria-label={named({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, of)}
            aria-pressed={of === day}
            aria-disabled={!isTaken(of)}
            onKeyDown={onKey}
            onClick={() => (isTaken(of) ? onDay(of) : undefined)}
            className={classes(
              'flex size-11 items-center justify-center rounded-box hover:bg-sunken aria-disabled:line-through',
              of.slice(0, 7) !== current.slice(0, 7) && 'text-ink-soft',
              of === day && 'bg-accent text-accent-ink font-semibold hover:bg-accent',
            )}
          >
            {Number(of.slice(8))}
          </button>
        ))}
      </div>
    </div>
  );
}
