import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostChanges } from '../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { type CatalogueItem, type Proposal, proposals } from '../../../shared/domain/catalogue.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';
import { keepItems } from './catalogue-store.ts';
import { PriceRule, type Rule } from './PriceRule.tsx';
import { ProposedPrices } from './ProposedPrices.tsx';

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
