import { type RefObject, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Binding } from '../../../keys/match.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { focusFirst } from '../sale/focus-first.ts';
import { useTypedAnywhere } from '../sale/typed-anywhere.ts';
import { togglePad } from './pad-store.ts';

/**
 * The keys of the one field, which has the caret from the start and takes what is typed anywhere.
 * @param startAnew the same function each time, as is editPrice, which is left out where there is no price to change
 */
export function useFieldKeys(
  form: RefObject<HTMLFormElement | null>,
  startAnew: () => void,
  editPrice?: () => void,
): void {
  const { t } = useTranslation();
  useKeys(
    useMemo(
      (): Binding[] => [
        { key: 'Enter', label: t('sell.keys.submit'), run: () => form.current?.requestSubmit() },
        {
          key: 'Escape',
          label: t('sell.keys.clear'),
          run: () => {
            startAnew();
            focusFirst(form);
          },
        },
        { key: '↑↓', label: t('entry.keys.choose'), run: null },
        { key: 'Backspace', label: t('entry.keys.back'), run: null, quiet: true },
        ...(editPrice ? [{ key: 'F6', label: t('entry.keys.price'), run: editPrice }] : []),
        { key: 'F10', label: t('entry.keys.pad'), run: togglePad, quiet: true },
      ],
      [t, form, startAnew, editPrice],
    ),
  );
  useEffect(() => focusFirst(form), [form]);
  useTypedAnywhere(() => focusFirst(form));
}
