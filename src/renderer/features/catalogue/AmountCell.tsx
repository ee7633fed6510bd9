import type { KeyboardEvent } from 'react';
import { maxAmount, readAmount } from '../../../shared/domain/entry.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import { classes, inputLook } from '../../ui/classes.ts';
import { GroupedInput } from '../../ui/GroupedInput.tsx';
import type { Column } from './columns.ts';
import { useSaved } from './use-saved.ts';

const isSeparator = (char: string): boolean => !/\d/.test(char);

interface Props {
  label: string;
  column: Column;
  value: number | null;
  placeholder?: string;
  /** why the amount is not firm */
  soft?: string | null;
  /** false: it was not saved, and what was typed stays */
  onSave: (value: number | null) => Promise<boolean>;
  onMove: (column: Column, step: 1 | -1) => void;
}

/** An amount in the list: typed over, saved when the field is left, Esc brings back what was. */
export function AmountCell({ label, column, value, placeholder, soft = null, onSave, onMove }: Props) {
  const own = useSaved(value, onSave);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && own.isTyped) {
      event.stopPropagation();
      own.giveUp();
      return;
    }
    const step =
      event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : { ArrowDown: 1 as const, ArrowUp: -1 as const }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(column, step);
    void own.save();
  };
  return (
    <GroupedInput
      aria-label={label}
      title={soft ?? undefined}
      data-column={column}
      inputMode="numeric"
      placeholder={placeholder}
      shown={own.value === null ? '' : groupThousands(own.value)}
      isSeparator={isSeparator}
      onText={(text) => {
        const read = readAmount(text);
        if (read === null || read <= maxAmount) own.type(read);
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => void own.save()}
      onKeyDown={keys}
      className={classes(inputLook, 'px-2 text-right tabular-nums', soft === null ? null : 'text-ink-soft italic')}
    />
  );
}
