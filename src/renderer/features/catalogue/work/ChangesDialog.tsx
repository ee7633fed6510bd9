import { useTranslation } from 'react-i18next';
import type { ProductChange } from '../../../../shared/domain/catalogue-jobs.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { call } from '../../../host/call.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';
import { usePages } from './use-pages.ts';

/** What the provider says differently than before. */
export function ChangesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { rows: changes, more } = usePages(askChanges);
  const valueText = (what: ProductChange['what'], value: string | null): string => {
    if (value === null) return t('catalogue.changes.noValue');
    if (what === 'active' || what === 'gone')
      return t(value === 'true' ? 'catalogue.changes.yes' : 'catalogue.changes.no');
    return what === 'admin' || what === 'commission' ? formatRupiah(Number(value)) : value;
  };
  return (
    <Dialog wide title={t('catalogue.changes.title')} lead={t('catalogue.changes.lead')} onClose={onClose}>
      {() => (
        <>
          {changes?.length === 0 ? <p>{t('catalogue.changes.none')}</p> : null}
          <ul className="flex flex-col">
            {changes?.map(({ seq, at, productCode, productName, what, was, now }) => (
              <li key={seq} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2">
                <span className="w-36 text-small text-ink-soft">{dateTimeText(at, zone)}</span>
                <span className="min-w-0 flex-1">
                  <span className="font-mono font-semibold">{productCode}</span> {productName}
                </span>
                <span className="min-w-0 break-words">
                  {t('catalogue.changes.fromTo', {
                    what: t(`catalogue.changes.what.${what}`),
                    was: valueText(what, was),
                    now: valueText(what, now),
                  })}
                </span>
              </li>
            ))}
          </ul>
          {more === null ? null : <Button onClick={more}>{t('catalogue.changes.more')}</Button>}
          <DialogFooter>
            <div>
              <Button onClick={onClose}>{t('catalogue.changes.close')}</Button>
            </div>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

async function askChanges(before: number | null) {
  const answer = await call('catalogue.changes', { limit: 100, ...(before === null ? {} : { before }) });
  return answer.ok ? { rows: answer.value.changes, next: answer.value.next } : null;
}
