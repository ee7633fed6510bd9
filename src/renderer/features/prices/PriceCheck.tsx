import { type KeyboardEvent, useState } from 'react';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { type Offer, useOffers } from '../../state/offers.ts';
import { useSettings } from '../../state/settings.ts';
import { copyText } from '../../state/share.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { rankOffers, searchOffers } from '../checkout/index.ts';
import { openPriceCheck, pricedOffers, priceListText, usePriceCheck } from './price-check-store.ts';

/** More are narrowed by typing. */
const maxShown = 8;

/** Answers "berapa?" without beginning a sale: what stands on the screen below stays as it is. */
export function PriceCheck() {
  const { t } = useTranslation();
  const offers = useOffers((state) => state.offers ?? []);
  const shop = useSettings((state) => state.view?.settings.shop.name ?? '');
  const checkedOffer = usePriceCheck((state) => state.offer);
  const [text, setText] = useState('');
  /** null: nothing was copied since the last key */
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const matches = pricedOffers(rankOffers(searchOffers(offers, text), text, '', 'prepaid'));
  const listed = text.trim() === '' ? [] : matches.slice(0, maxShown);
  const at = listed.findIndex(({ product }) => product.productCode === checkedOffer?.product.productCode);
  const show = (offer: Offer | undefined): void => usePriceCheck.setState({ offer: offer ?? null });
  const type = (typed: string): void => {
    setText(typed);
    setCopied(null);
    show(pricedOffers(rankOffers(searchOffers(offers, typed), typed, '', 'prepaid'))[typed.trim() === '' ? -1 : 0]);
  };
  const copy = async (): Promise<void> => {
    const list = text.trim() === '' ? offers : matches;
    setCopied(await copyText(priceListText(shop, list)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F8') {
      // Nothing hangs on it, so it need not wait until the dialog has settled.
      event.preventDefault();
      return void copy();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || listed.length === 0) return;
    event.preventDefault();
    show(listed[(at + step + listed.length) % listed.length]);
  };
  const close = (): void => openPriceCheck(false);
  return (
    <Dialog
      title={t('prices.title')}
      onClose={close}
      keys={[{ key: 'F8', label: t('prices.copy'), run: () => void copy() }]}
    >
      {() => (
        <>
          <SearchField
            label={t('prices.field')}
            placeholder={t('prices.hint')}
            value={text}
            onText={type}
            onKeyDown={onKeyDown}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there to be typed into
            autoFocus
          />
          <output aria-live="polite" className="flex min-h-24 flex-col justify-center">
            {checkedOffer === null ? (
              <span className="text-ink-soft">{t(text.trim() === '' ? 'prices.lead' : 'prices.none')}</span>
            ) : (
              <>
                <span className="text-title">
                  {checkedOffer.product.productName ?? checkedOffer.product.productCode}
                </span>
                <span className="text-giant font-bold">{formatRupiah(checkedOffer.sellingPrice ?? 0)}</span>
                {checkedOffer.product.active ? null : (
                  <span className="font-medium text-failed">{t('sell.inactive')}</span>
                )}
              </>
            )}
          </output>
          <ul className="flex h-72 flex-col gap-1 overflow-y-auto">
            {listed.map((offer) => (
              <li key={offer.product.productCode}>
                <button
                  type="button"
                  tabIndex={-1}
                  aria-pressed={offer.product.productCode === checkedOffer?.product.productCode}
                  onClick={() => show(offer)}
                  className={classes(
                    'flex min-h-9 w-full items-center justify-between gap-4 rounded-box px-3 text-left',
                    offer.product.productCode === checkedOffer?.product.productCode
                      ? 'bg-accent-soft'
                      : 'hover:bg-sunken',
                  )}
                >
                  <span className="min-w-0 truncate">{offer.product.productName ?? offer.product.productCode}</span>
                  <span className="font-semibold">{formatRupiah(offer.sellingPrice ?? 0)}</span>
                </button>
              </li>
            ))}
            {matches.length > listed.length && listed.length > 0 ? (
              <li className="px-3 text-small text-ink-soft">
                {t('prices.more', { count: matches.length - listed.length, n: matches.length - listed.length })}
              </li>
            ) : null}
          </ul>
          <DialogFooter
            notice={
              <output className="min-h-6 text-right text-small font-medium">
                {isCopied === null ? '' : t(isCopied ? 'prices.copied' : 'prices.notCopied')}
              </output>
            }
          >
            <Button hotkey="Esc" onClick={close}>
              {t('common.close')}
            </Button>
            <Button look="primary" hotkey="F8" onClick={() => void copy()}>
              {t('prices.copy')}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
