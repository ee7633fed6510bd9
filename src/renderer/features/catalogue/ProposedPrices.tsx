import { useTranslation } from 'react-i18next';
import type { Proposal } from '../../../shared/domain/catalogue.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { plural } from '../../i18n/i18n.ts';
import { classes } from '../../ui/classes.ts';

/** So many are drawn; of more a person reads none. */
const shown = 200;

/** What would change, before anything does. */
export function ProposedPrices({ found }: { found: readonly Proposal[] }) {
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
