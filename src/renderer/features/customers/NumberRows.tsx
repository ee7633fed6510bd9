import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { inputLook } from '../../ui/classes.ts';
import { Field } from '../../ui/Field.tsx';
import { GroupedInput } from '../../ui/GroupedInput.tsx';
import { bareNumber, isNumberSeparator, shownNumber } from '../../ui/grouped-text.ts';
import { isNumber, mostNumbers, type TypedNumber, typedNumber } from './book-form.ts';

interface Props {
  numbers: readonly TypedNumber[];
  onNumbers: (numbers: readonly TypedNumber[]) => void;
}

/** The numbers of one customer, each with what its owner calls it and what is usually bought for it. */
export function NumberRows({ numbers, onNumbers }: Props) {
  const { t } = useTranslation();
  const change = (key: number, part: Partial<TypedNumber>): void =>
    onNumbers(numbers.map((number) => (number.key === key ? { ...number, ...part } : number)));
  return (
    <div className="flex flex-col gap-2">
      {numbers.map((number, at) => {
        const bad = number.customerNo !== '' && !isNumber(number);
        return (
          <fieldset
            key={number.key}
            aria-label={t('customerBook.row', { n: at + 1 })}
            className="grid grid-cols-[5fr_3fr_3fr_auto] items-start gap-2"
          >
            <Field label={t('customerBook.number')} fault={bad ? t('customerBook.numberBad') : null}>
              {(ids) => (
                <GroupedInput
                  {...ids}
                  inputMode="tel"
                  shown={shownNumber(number.customerNo)}
                  isSeparator={isNumberSeparator}
                  onText={(text) => change(number.key, { customerNo: bareNumber(text) })}
                  className={`${inputLook} font-mono font-semibold`}
                />
              )}
            </Field>
            <Field label={t('customerBook.label')}>
              {(ids) => (
                <input
                  {...ids}
                  maxLength={40}
                  autoComplete="off"
                  value={number.label}
                  onChange={(event) => change(number.key, { label: event.currentTarget.value })}
                  className={inputLook}
                />
              )}
            </Field>
            <Field label={t('customerBook.product')}>
              {(ids) => (
                <input
                  {...ids}
                  maxLength={64}
                  autoComplete="off"
                  spellCheck={false}
                  value={number.productCode}
                  onChange={(event) => change(number.key, { productCode: event.currentTarget.value })}
                  className={`${inputLook} font-mono`}
                />
              )}
            </Field>
            <Button
              className="mt-6"
              disabled={numbers.length === 1}
              aria-label={t('customerBook.removeNumber', { n: at + 1 })}
              onClick={() => onNumbers(numbers.filter(({ key }) => key !== number.key))}
            >
              <X aria-hidden="true" className="size-5" />
            </Button>
          </fieldset>
        );
      })}
      <Button
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-5" />}
        disabled={numbers.length >= mostNumbers}
        onClick={() => onNumbers([...numbers, typedNumber()])}
      >
        {t('customerBook.addNumber')}
      </Button>
    </div>
  );
}
