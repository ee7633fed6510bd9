import {
  type MouseEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from '../../i18n/translation.ts';
import { addBill, isList, openBatch } from '../../state/batch.ts';
import { type Binding, isDialogOpen, toggleNumberPad, useKeys } from '../../state/keys.ts';
import { navigate, useRouter } from '../../state/router.ts';
import type { CheckoutKind } from './checkout-rules.ts';
import { isOpen, parseEntry, reset, useCheckout, useTypedAhead } from './checkout-store.ts';
import { clearEntry, typeAhead } from './entry-controller.ts';
import { isBlank } from './parking.ts';
import { billOf } from './sale-draft.ts';

/** Puts the caret into the form's first field, where a sale begins. */
export function focusField(form: RefObject<HTMLFormElement | null>): void {
  form.current?.querySelector('input')?.focus();
}

/** A key that is held down, or repeated by a scanner, is one press: the repeats submit nothing. */
export function ignoreRepeatedEnter(event: ReactKeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** A press on a button of the form leaves the caret in the entry field. */
export function keepCaret(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && !event.target.closest('input')) event.preventDefault();
}

/**
 * The keys of the entry field, which has the caret from the start and receives what is typed anywhere.
 * @param onPrice left out where the price cannot be changed
 */
export function useFormKeys(
  form: RefObject<HTMLFormElement | null>,
  onClear: () => void,
  onPrice: Pick<Binding, 'label' | 'run'> | null,
): void {
  const { t } = useTranslation();
  useKeys([
    { key: 'Enter', label: t('sell.keys.submit'), run: () => form.current?.requestSubmit() },
    {
      key: 'Escape',
      label: t('sell.keys.clear'),
      run: () => {
        onClear();
        focusField(form);
      },
    },
    { key: '↑↓', label: t('entry.keys.choose'), run: null },
    { key: 'Backspace', label: t('entry.keys.back'), run: null, quiet: true },
    ...(onPrice ? [{ key: 'F6', ...onPrice }] : []),
    { key: 'F10', label: t('entry.keys.pad'), run: toggleNumberPad, quiet: true },
  ]);
  useEffect(() => focusField(form), [form]);
  // A letter or digit typed while no field has the caret focuses the field first, so that the character lands in it.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!/^[0-9A-Za-z+]$/.test(event.key)) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (target.closest('input, textarea, select') || mayBePin(target)) return;
      focusField(form);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [form]);
}

interface OptionKeys {
  listId: string;
  text: string;
  /** the arrows start again when it changes */
  context: string;
  onBack: () => void;
}

/**
 * The arrows in the entry field walk through the options. Backspace in the empty field, and the arrow upwards from it, edit the field
 * before.
 */
export function useOptionKeys({ listId, text, context, onBack }: OptionKeys) {
  const [walked, setWalked] = useState<{ context: string; id: string | null }>({ context, id: null });
  const activeId = walked.context === context ? walked.id : null;
  return useMemo(
    () => ({
      activeId,
      onKeyDown(event: ReactKeyboardEvent<HTMLInputElement>) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === 'Backspace' && text === '' && !event.repeat) {
          event.preventDefault();
          onBack();
        } else if (isArrow(event.key)) {
          const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
          // In the middle of a text they move the caret.
          if (isSideways && text !== '' && activeId === null) return;
          event.preventDefault();
          if (event.key === 'ArrowUp' && activeId === null) return onBack();
          const id = nextOption(optionSpots(listId), activeId, event.key);
          setWalked({ context, id });
          if (id !== null) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
        }
      },
    }),
    [activeId, listId, text, context, onBack],
  );
}

/** The position of an option on the screen, in pixels. */
interface OptionSpot {
  id: string;
  left: number;
  top: number;
}

/** In reading order. */
function optionSpots(listId: string): OptionSpot[] {
  const options = document.getElementById(listId)?.querySelectorAll<HTMLElement>('[role="option"]') ?? [];
  return [...options].map((option) => {
    const { left, top } = option.getBoundingClientRect();
    return { id: option.id, left, top };
  });
}

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const isArrow = (key: string): key is Arrow =>
  key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight';

/**
 * The option that an arrow leads to from the present one; the first one from none. Null: there is none in that direction;
 * upwards from the first row that means out of the list.
 * @param spots in reading order
 */
export function nextOption(spots: readonly OptionSpot[], from: string | null, arrow: Arrow): string | null {
  const at = spots.findIndex(({ id }) => id === from);
  const here = spots[at];
  if (!here) return arrow === 'ArrowDown' || arrow === 'ArrowRight' ? (spots[0]?.id ?? null) : null;
  if (arrow === 'ArrowRight') return spots[at + 1]?.id ?? here.id;
  if (arrow === 'ArrowLeft') return spots[at - 1]?.id ?? here.id;
  const isDown = arrow === 'ArrowDown';
  const rows = spots.filter(({ top }) => (isDown ? top > here.top : top < here.top));
  if (rows.length === 0) return isDown ? here.id : null;
  const tops = rows.map(({ top }) => top);
  const row = isDown ? Math.min(...tops) : Math.max(...tops);
  const nearest = rows
    .filter(({ top }) => top === row)
    .toSorted((one, other) => Math.abs(one.left - here.left) - Math.abs(other.left - here.left));
  return nearest[0]?.id ?? null;
}

/** Begins a number, a code, or both with a dot between them. */
const beginsEntry = /^[0-9A-Za-z+]$/;
const belongsToEntry = /^[0-9A-Za-z+.*#-]$/;

/** A PIN typed beside its field, in a dialog, a screen or a bar above it, would become a customer's number, for everybody to read. */
const mayBePin = (target: HTMLElement): boolean =>
  isDialogOpen() ||
  document.querySelector('main input[type="password"]') !== null ||
  Boolean(target.closest('form')?.querySelector('input[type="password"]'));

/**
 * The characters of an entry that are typed or scanned while no field has the caret; Backspace takes the last of them back.
 * @param onCharacter the same function each time; answers whether the character goes on to a field, which has the caret by then
 */
export function useStrayCharacters(isOn: boolean, onCharacter: (character: string) => boolean | void): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (target.closest('input, textarea, select') || mayBePin(target)) return;
      const typed = useTypedAhead.getState().text;
      if (event.key === 'Backspace' && typed !== '') {
        useTypedAhead.setState({ text: typed.slice(0, -1) });
      } else if (!(typed === '' ? beginsEntry : belongsToEntry).test(event.key) || onCharacter(event.key) === true)
        return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn, onCharacter]);
}

/** The next sale begins with what was typed ahead, where none has begun. */
export function beginTypedSale(kind: CheckoutKind): void {
  const checkout = useCheckout.getState()[kind];
  if (useTypedAhead.getState().text !== '' && checkout.phase === 'entry' && isBlank(checkout)) clearEntry(kind);
}

/**
 * A character that was typed on another screen. It leads to the field, unless a sale is half made there or changes here are not saved:
 * then it is kept and shown until somebody goes there.
 */
export function typeAheadElsewhere(character: string): void {
  typeAhead('order', character, false);
  const { order } = useCheckout.getState();
  const isHalfMade = isOpen(order) && !isBlank(order);
  if (isHalfMade || document.querySelector('[data-unsaved]') !== null) return;
  beginTypedSale('order');
  navigate('sell');
}

/**
 * The key for several sales in one payment. A bill on the screen joins them, and the next biller is asked for; otherwise the list is
 * opened, with the number that was begun as its first line.
 */
export function openList(): void {
  const { order, bill } = useCheckout.getState();
  if (useRouter.getState().route === 'bills') {
    const sale = billOf(bill.draft);
    if (bill.phase !== 'entry' || sale?.state !== 'inquired') return openBatch();
    addBill(sale.id);
    return reset('bill');
  }
  const entry = parseEntry(order);
  const begun = entry.is === 'number' ? entry.customerNo : entry.is === 'quick' ? order.text : order.draft.customerNo;
  navigate('sell');
  if (order.phase !== 'entry' || begun === '') return openBatch();
  reset('order');
  openBatch(`${begun}\n`);
}

/** Whether the text was pasted into the list instead of the entry field, which takes one number. */
export function pasteList(text: string): boolean {
  if (!isList(text)) return false;
  openBatch(text);
  return true;
}
