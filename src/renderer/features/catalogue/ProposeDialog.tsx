import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostChanges } from '../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import {
  type CatalogueItem,
  type Margin,
  type Proposal,
  proposals,
  type Rounding,
  roundings,
} from '../../../shared/domain/catalogue.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { plural } from '../../i18n/i18n.ts';
import { useSettings } from '../../state/settings.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { classes, inputLook } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
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
  const [rule, setRule] = useState<Rule>(() => ruleOf(pricing));
  const [asked, setAsked] = useState<readonly Proposal[] | null>(null);
  const [trouble, setTrouble] = useState<{ error: KonterError; done: number; total: number } | null>(null);
  const { margin, rounding } = rule;
  const found = useMemo(() => (margin === null ? [] : proposals(items, margin, rounding)), [items, margin, rounding]);

  const apply = async (wanted: readonly Proposal[]): Promise<void> => {
    setAsked(null);
    if (margin) void call('settings.save', { pricing: { margin, rounding } });
    for (let at = 0; at < wanted.length; at += mostChanges) {
      const changes = wanted
        .slice(at, at + mostChanges)
        .map(({ item, price }) => ({ productCode: item.productCode, sellingPrice: price }));
      const answer = await call('catalogue.save', { changes });
      if (!answer.ok) return setTrouble({ error: answer.error, done: at, total: wanted.length });
      keepItems(answer.value.items);
    }
    return onClose();
  };
  const proposed = plural(asked?.length ?? found.length);
  if (asked) {
    return (
      <Confirm
        title={t('catalogue.proposal.sure', proposed)}
        lead={t('catalogue.proposal.sureLead')}
        stop={t('catalogue.proposal.stop')}
        go={{ label: t('catalogue.proposal.apply', proposed), run: () => void apply(asked) }}
        onClose={() => setAsked(null)}
      />
    );
  }
  return (
    <Dialog wide title={t('catalogue.proposal.title')} lead={t('catalogue.proposal.lead')} onClose={onClose}>
      {(settled) => (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (found.length > 0 && settled) setAsked(found);
          }}
        >
          <PriceRule rule={rule} onRule={setRule} />
          {trouble ? (
            <Notice
              tone="failed"
              live="alert"
              {...errorWords(t, trouble.error)}
              title={t('catalogue.proposal.partly', {
                ...plural(trouble.done),
                total: groupThousands(trouble.total),
              })}
            />
          ) : null}
          {found.length === 0 ? <p>{t('catalogue.proposal.none')}</p> : <ProposedPrices found={found} />}
          <DialogFooter>
            <div className="flex flex-wrap justify-between gap-3">
              <Button onClick={onClose}>{t('catalogue.proposal.close')}</Button>
              <Button look="primary" type="submit" disabled={!settled || found.length === 0}>
                {t('catalogue.proposal.apply', proposed)}
              </Button>
            </div>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}

function ruleOf(pricing: Settings['pricing'] | undefined): Rule {
  const { margin, rounding } = pricing ?? { margin: { kind: 'rupiah', amount: 2000 } as const, rounding: 500 as const };
  const percent = margin.kind === 'percent' ? String(margin.hundredths / 100).replace('.', ',') : '10';
  return { kind: margin.kind, amount: margin.kind === 'rupiah' ? margin.amount : 2000, percent, rounding, margin };
}

interface Rule {
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
function PriceRule({ rule, onRule }: { rule: Rule; onRule: (rule: Rule) => void }) {
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

/** So many are drawn; of more a person reads none. */
const shown = 200;

/** What would change, before anything does. */
function ProposedPrices({ found }: { found: readonly Proposal[] }) {
  const { t } = useTranslation();
  const lower = found.filter(({ item, price }) => item.sellingPrice !== null && price < item.sellingPrice).length;
  return (
    <section className="flex flex-col gap-2">
      <p className="font-semibold">{t('catalogue.proposal.preview', plural(found.length))}</p>
      {lower > 0 ? <p className="text-failed">{t('catalogue.proposal.lower', plural(lower))}</p> : null}
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={t('catalogue.proposal.title')}
        className="max-h-72 overflow-y-auto rounded-box border border-line"
      >
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
      </section>
    </section>
  );
}
