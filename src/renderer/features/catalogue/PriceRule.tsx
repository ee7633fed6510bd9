import { useTranslation } from 'react-i18next';
import { type Margin, type Rounding, roundings } from '../../../shared/domain/catalogue.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { inputLook } from '../../ui/classes.ts';
import { Field } from '../../ui/Field.tsx';

export interface Rule {
  kind: Margin['kind'];
  amount: number | null;
  /** as typed */
  percent: string;
  rounding: Rounding;
  /** null while what is typed says none */
  margin: Margin | null;
}

/** "7,5" or "7.5" in hundredths; null for anything else */
function percentOf(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function withMargin(rule: Rule): Rule {
  if (rule.kind === 'rupiah') {
    const fits = rule.amount !== null && rule.amount <= 1_000_000;
    return { ...rule, margin: fits && rule.amount !== null ? { kind: 'rupiah', amount: rule.amount } : null };
  }
  const hundredths = percentOf(rule.percent);
  return { ...rule, margin: hundredths === null ? null : { kind: 'percent', hundredths } };
}

const names = roundings.map((value) => ({ value: `r${value}` as const, rounding: value }));

/** What is put on top of a cost, and on which step it ends. */
export function PriceRule({ rule, onRule }: { rule: Rule; onRule: (rule: Rule) => void }) {
  const { t } = useTranslation();
  const set = (part: Partial<Rule>): void => onRule(withMargin({ ...rule, ...part }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        label={t('catalogue.proposal.kind')}
        value={rule.kind}
        choices={(['rupiah', 'percent'] as const).map((value) => ({
          value,
          label: t(`catalogue.proposal.kinds.${value}`),
        }))}
        onValue={(kind) => set({ kind })}
      />
      {rule.kind === 'rupiah' ? (
        <AmountField label={t('catalogue.proposal.amount')} value={rule.amount} onValue={(amount) => set({ amount })} />
      ) : (
        <Field label={t('catalogue.proposal.percent')} hint={t('catalogue.proposal.percentHint')}>
          {(ids) => (
            <input
              {...ids}
              type="text"
              inputMode="decimal"
              value={rule.percent}
              onChange={(event) => set({ percent: event.currentTarget.value.slice(0, 6) })}
              className={inputLook}
            />
          )}
        </Field>
      )}
      <div className="sm:col-span-2">
        <Choice
          label={t('catalogue.proposal.rounding')}
          value={names.find(({ rounding }) => rounding === rule.rounding)?.value ?? 'r0'}
          choices={names.map(({ value }) => ({ value, label: t(`catalogue.proposal.roundings.${value}`) }))}
          onValue={(value) => set({ rounding: names.find((name) => name.value === value)?.rounding ?? 0 })}
        />
      </div>
    </div>
  );
}
