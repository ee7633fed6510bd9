import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { maxChanges } from '../../../shared/contract/catalogue.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import {
  type CatalogueItem,
  type Margin,
  type Proposal,
  proposals,
  roundings,
} from '../../../shared/domain/catalogue.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useSettings } from '../../state/settings.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { keepItems } from './catalogue-store.ts';

interface Props {
  /** those that the list shows */
  items: readonly CatalogueItem[];
  onClose: () => void;
}

/** New prices from costs: the rule, what it would change, and only then the change. */
export function ProposeDialog({ items, onClose }: Props) {
  const { t } = useTranslation();
  const pricing = useSettings((state) => state.view?.settings.pricing);
  const [done, setDone] = useState({ count: 0, of: 0 });
  const schema = useMemo(
    () => PriceRule.transform((rule) => ({ ...rule, wanted: proposals(items, rule.margin, rule.rounding) })),
    [items],
  );
  const form = useZodForm({
    schema,
    defaults: typedRule(pricing),
    asks: () => true,
    async send({ margin, rounding, wanted }) {
      void call('settings.save', { pricing: { margin, rounding } });
      for (let at = 0; at < wanted.length; at += maxChanges) {
        const changes = wanted
          .slice(at, at + maxChanges)
          .map(({ item, price }) => ({ productCode: item.productCode, sellingPrice: price }));
        const answer = await call('catalogue.save', { changes });
        setDone({ count: at, of: wanted.length });
        if (!answer.ok) return answer.error;
        keepItems(answer.value.items);
      }
      return null;
    },
    done: onClose,
  });
  const { kind, amount, percent, rounding } = form.watch();
  const found = useMemo(() => {
    const read = schema.safeParse({ kind, amount, percent, rounding });
    return read.success ? read.data.wanted : [];
  }, [schema, kind, amount, percent, rounding]);
  // The proposals that were shown, also when the catalogue changes meanwhile.
  const proposed = plural((form.question?.read.wanted ?? found).length);
  if (form.question) {
    return (
      <Confirm
        title={t('catalogue.proposal.sure', proposed)}
        lead={t('catalogue.proposal.sureLead')}
        stop={t('catalogue.proposal.stop')}
        go={{ label: t('catalogue.proposal.apply', proposed), run: form.question.go }}
        onClose={form.question.back}
      />
    );
  }
  return (
    <FormDialog
      wide
      focus={false}
      title={t('catalogue.proposal.title')}
      lead={t('catalogue.proposal.lead')}
      form={form}
      submit={t('catalogue.proposal.apply', proposed)}
      ready={found.length > 0}
      onClose={onClose}
      leave={{ label: t('catalogue.proposal.close'), run: onClose }}
      errorTitle={t('catalogue.proposal.partly', { ...plural(done.count), of: groupThousands(done.of) })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={t('catalogue.proposal.kind')}
          choices={(['rupiah', 'percent'] as const).map((value) => ({
            value,
            label: t(`catalogue.proposal.kinds.${value}`),
          }))}
          {...form.control('kind')}
        />
        {kind === 'rupiah' ? (
          <AmountField label={t('catalogue.proposal.amount')} {...form.control('amount')} />
        ) : (
          <TextField
            label={t('catalogue.proposal.percent')}
            hint={t('catalogue.proposal.percentHint')}
            inputMode="decimal"
            maxLength={6}
            {...form.field('percent')}
          />
        )}
        <div className="sm:col-span-2">
          <Choice
            label={t('catalogue.proposal.rounding')}
            choices={roundingNames.map((value) => ({ value, label: t(`catalogue.proposal.roundings.${value}`) }))}
            {...form.control('rounding')}
          />
        </div>
      </div>
      {found.length === 0 ? <p>{t('catalogue.proposal.none')}</p> : <ProposedPrices found={found} />}
    </FormDialog>
  );
}

const roundingNames = roundings.map((value) => `r${value}` as const);

/** The margin on top of a cost, and the rounding step. */
const PriceRule = z
  .object({
    kind: z.enum(['rupiah', 'percent']),
    amount: z.int().max(1_000_000).nullable(),
    /** "7,5" or "7.5" */
    percent: z.string(),
    rounding: z.enum(roundingNames),
  })
  .transform(({ kind, amount, percent, rounding: name }, context) => {
    const margin: Margin | null =
      kind === 'rupiah' ? (amount === null ? null : { kind, amount }) : percentMargin(percent);
    if (margin === null) context.addIssue({ code: 'custom', path: [kind] });
    const rounding = roundings.find((value) => name === `r${value}`) ?? 0;
    return margin === null ? z.NEVER : { margin, rounding };
  });

function typedRule(pricing: Settings['pricing'] | undefined): z.input<typeof PriceRule> {
  const { margin, rounding } = pricing ?? { margin: { kind: 'rupiah', amount: 2000 } as const, rounding: 500 as const };
  return {
    kind: margin.kind,
    amount: margin.kind === 'rupiah' ? margin.amount : 2000,
    percent: margin.kind === 'percent' ? String(margin.hundredths / 100).replace('.', ',') : '10',
    rounding: `r${rounding}`,
  };
}

function percentMargin(typed: string): Margin | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  return { kind: 'percent', hundredths: Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) };
}

/** Rows that are drawn; no person reads more. */
const shown = 200;

/** The proposed changes, before any is made. */
function ProposedPrices({ found }: { found: readonly Proposal[] }) {
  const { t } = useTranslation();
  const lower = found.filter(({ item, price }) => item.sellingPrice !== null && price < item.sellingPrice).length;
  return (
    <section className="flex flex-col gap-2">
      <p className="font-semibold">{t('catalogue.proposal.preview', plural(found.length))}</p>
      {lower > 0 ? <p className="text-failed">{t('catalogue.proposal.lower', plural(lower))}</p> : null}
      <ScrollRegion label={t('catalogue.proposal.title')} className="max-h-72 overflow-y-auto">
        <table className="w-full">
          <thead className="sticky top-0 bg-sunken text-small text-ink-soft">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('catalogue.proposal.code')}
              </th>
              {(['cost', 'was', 'will'] as const).map((head) => (
                <th key={head} scope="col" className="px-3 py-2 text-right font-medium">
                  {t(`catalogue.proposal.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {found.slice(0, shown).map(({ item, cost, price }) => {
              const down = item.sellingPrice !== null && price < item.sellingPrice;
              return (
                <tr key={item.productCode} className="border-t border-line">
                  <td className="px-3 py-1.5 font-mono">{item.productCode}</td>
                  <td className="px-3 py-1.5 text-right">{formatRupiah(cost)}</td>
                  <td className="px-3 py-1.5 text-right">
                    {item.sellingPrice === null ? '–' : formatRupiah(item.sellingPrice)}
                  </td>
                  <td className={classes('px-3 py-1.5 text-right font-semibold', down && 'text-failed')}>
                    {down ? '↓ ' : ''}
                    {formatRupiah(price)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
