import type { KeyboardEvent } from 'react';
import { classes, inputLook } from '../../ui/classes.ts';
import type { Column } from './columns.ts';
import { useSaved } from './use-saved.ts';

interface Props {
  label: string;
  value: string | null;
  onSave: (group: string | null) => Promise<boolean>;
  onMove: (column: Column, step: 1 | -1) => void;
}

/** The shop's own group of a product, in its own words. */
export function GroupCell({ label, value, onSave, onMove }: Props) {
  const own = useSaved(value ?? '', (text) => onSave(text.trim() === '' ? null : text.trim()));
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && own.isTyped) {
      event.stopPropagation();
      own.giveUp();
    }
    if (event.key !== 'Enter' && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    onMove('group', event.key === 'ArrowUp' || event.shiftKey ? -1 : 1);
    void own.save();
  };
  return (
    <input
      type="text"
      aria-label={label}
      data-column="group"
      autoComplete="off"
      maxLength={40}
      value={own.value}
      onChange={(event) => own.type(event.currentTarget.value)}
      onBlur={() => void own.save()}
      onKeyDown={keys}
      className={classes(inputLook, 'px-2')}
    />
  );
}
