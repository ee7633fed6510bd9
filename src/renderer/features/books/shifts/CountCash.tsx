import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { maxBillAmount } from '../../../../shared/domain/entry.ts';
import { formatRupiah, groupThousands } from '../../../../shared/domain/money.ts';
import { AmountField } from '../../../ui/AmountField.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { classes, inputLook } from '../../../ui/classes.ts';
import { countedOf, isTooMuch, type Note, notes, readPieces, setCount, setPieces, useCount } from './count.ts';

/** Counts the drawer note by note, or takes the amount. Enter goes to the next field, and from the last one on. */
export function CountCash() {
  const { t } = useTranslation();
  const count = useCount();
  const counted = countedOf(count);
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={t('shifts.count.by')}
        hideLabel
        value={count.by}
        choices={(['notes', 'amount'] as const).map((value) => ({ value, label: t(`shifts.count.${value}`) }))}
        onValue={(by) => setCount({ by })}
      />
      {count.by === 'amount' ? (
        <div className="max-w-80">
          <AmountField
            max={maxBillAmount}
            label={t('shifts.count.amountField')}
            value={count.amount}
            onValue={(amount) => setCount({ amount })}
          />
        </div>
      ) : (
        <div data-count className="grid grid-flow-col grid-cols-2 grid-rows-4 gap-x-6 gap-y-1.5">
          {notes.map((note) => (
            <NoteField key={note} note={note} />
          ))}
          <AmountRow />
        </div>
      )}
      <output className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2">
        <span className="font-medium">{t('shifts.count.total')}</span>
        <span className="text-giant font-semibold">{counted === null ? t('common.none') : formatRupiah(counted)}</span>
        {counted !== null && isTooMuch(counted) ? (
          <span className="w-full text-small font-medium text-failed">{t('shifts.count.tooMuch')}</span>
        ) : null}
      </output>
    </div>
  );
}

function NoteField({ note }: { note: Note }) {
  const { t } = useTranslation();
  const pieces = useCount((count) => count.pieces[note] ?? null);
  return (
    <label className="grid grid-cols-[5rem_5rem_1fr] items-center gap-2">
      <span className="text-right font-semibold">{groupThousands(note)}</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('shifts.count.pieces', { note: formatRupiah(note) })}
        data-takes="digits"
        onKeyDown={nextOnEnter}
        placeholder="0"
        value={pieces ?? ''}
        onChange={(event) => setPieces(note, readPieces(event.currentTarget.value))}
        className={classes(inputLook, 'text-right text-large font-semibold')}
      />
      <span className="text-right text-ink-soft">{pieces === null ? '' : formatRupiah(note * pieces)}</span>
    </label>
  );
}

function AmountRow() {
  const { t } = useTranslation();
  const coins = useCount((count) => count.coins);
  return (
    <label className="grid grid-cols-[5rem_1fr] items-center gap-2">
      <span className="text-right font-semibold">{t('shifts.count.coins')}</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('shifts.count.coinsAll')}
        data-takes="digits"
        onKeyDown={nextOnEnter}
        placeholder="0"
        value={coins === null ? '' : groupThousands(coins)}
        onChange={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, 9);
          setCount({ coins: digits === '' ? null : Number(digits) });
        }}
        className={classes(inputLook, 'text-right text-large font-semibold')}
      />
    </label>
  );
}

/** From one field to the next, as a hand goes through the drawer; from the last one Enter means what it means in the form. */
function nextOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const fields = [...(event.currentTarget.closest('[data-count]')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}
