import { useTranslation } from 'react-i18next';
import type { CounterId } from '../../shared/contract/office.ts';
import { useCounters } from '../state/office.ts';
import { classes } from './classes.ts';
import { Select } from './Field.tsx';

interface Props {
  /** null: of all counters */
  value: CounterId | null;
  onValue: (value: CounterId | null) => void;
  className?: string;
}

/** At an office: whose data a screen shows. Nothing at a counter, which has its own alone. */
export function CounterSelect({ value, onValue, className }: Props) {
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
