import { z } from 'zod';
import { maxAmount, maxDrawerAmount } from '../../../shared/domain/bounds.ts';
import { customerServices, type FeeRange, FeeRanges, overlappingRanges } from '../../../shared/domain/cash-service.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Select } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { X } from '../../ui/icons.tsx';
import { Plus } from '../../ui/later-icons.tsx';
import { SaveBar, type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { saveSettings } from './settings-form.ts';

/** A range as it is typed: an amount may be missing. */
type TypedRange = { [K in keyof FeeRange]: K extends 'kind' ? FeeRange[K] : number | null };

const amount = z.int().nullable();
const Typed = z.object({
  ranges: z
    .array(z.object({ kind: z.enum(customerServices), from: amount, to: amount, fee: amount }))
    .pipe(z.preprocess((ranges) => ranges, FeeRanges)),
});

/** Whether the shop has cash services, and what its owner takes for them. */
export function CashServicesSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SettingsForm view={view} form="purse" lead={<p>{t('cashServices.settings.lead')}</p>} />
      <FeeRangesForm view={view} />
    </div>
  );
}

/** The owner's fees by kind and amount. An amount that no range has is typed at the till. */
function FeeRangesForm({ view }: SectionProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: Typed,
    defaults: { ranges: [...view.settings.cashServiceFees] },
    send: ({ ranges }) => saveSettings({ cashServiceFees: ranges }),
  });
  const { value: ranges, onValue, fault: isRefused } = form.control('ranges', '');
  const change = (at: number, changes: Partial<TypedRange>): void =>
    onValue(ranges.map((range, index) => (index === at ? { ...range, ...changes } : range)));
  const last = ranges.at(-1);
  const add = (): void =>
    onValue([
      ...ranges,
      {
        kind: last?.kind ?? 'withdrawal',
        from: typeof last?.to === 'number' ? last.to + 1 : null,
        to: null,
        fee: null,
      },
    ]);
  const whole = FeeRanges.element.array().safeParse(ranges);
  const overlap = whole.success ? overlappingRanges(whole.data) : null;
  const bad = ranges.findIndex((range) => !FeeRanges.element.safeParse(range).success);
  const fault = overlap
    ? t('cashServices.settings.overlap', { one: overlap[0] + 1, other: overlap[1] + 1 })
    : isRefused !== null && bad >= 0
      ? t('cashServices.settings.bad', { n: bad + 1 })
      : null;
  return (
    <form {...form.props} aria-label={t('cashServices.settings.fees')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('cashServices.settings.fees')}</h4>
      <p className="text-ink-soft">{t('cashServices.settings.feesLead')}</p>
      <ul className="flex flex-col gap-3 empty:hidden">
        {ranges.map((range, at) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a range has no other name, and rows are not sorted
            key={at}
            className="grid grid-cols-3 items-end gap-2 rounded-box border border-line p-3 zoomed:grid-cols-1"
          >
            <Select
              className="col-span-2 zoomed:col-span-1"
              label={`${at + 1}. ${t('cashServices.what')}`}
              value={range.kind}
              choices={customerServices.map((value) => ({ value, label: t(`cashServices.kind.${value}`) }))}
              onValue={(kind) => change(at, { kind })}
            />
            <IconButton
              label={t('cashServices.settings.remove', { n: at + 1 })}
              className="justify-self-end"
              onClick={() => onValue(ranges.filter((_, index) => index !== at))}
            >
              <X aria-hidden="true" className="size-5" />
            </IconButton>
            {(['from', 'to', 'fee'] as const).map((name) => (
              <AmountField
                key={name}
                max={name === 'fee' ? maxAmount : maxDrawerAmount}
                label={t(name === 'fee' ? 'cashServices.fee' : `cashServices.settings.${name}`)}
                value={range[name]}
                onValue={(typed) => change(at, { [name]: typed })}
              />
            ))}
          </li>
        ))}
      </ul>
      <Button icon={Plus} className="self-start" onClick={add}>
        {t('cashServices.settings.add')}
      </Button>
      <SaveBar {...form} fault={fault} />
    </form>
  );
}
