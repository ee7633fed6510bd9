import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ItemChange, mostChanges } from '../../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { CatalogueItem } from '../../../../shared/domain/catalogue.ts';
import { call } from '../../../host/call.ts';
import { plural } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { keepItems } from '../catalogue-store.ts';
import { MovingList } from './MovingList.tsx';
import { moved, placesFor, placesTaken, sectionsOf } from './sections.ts';

interface Props {
  items: Iterable<CatalogueItem>;
  onClose: () => void;
}

/** In which order the buttons stand where things are sold: favourites, then the groups one after the other, and what is in each. */
export function OrderDialog({ items, onClose }: Props) {
  const { t } = useTranslation();
  const [before] = useState(() => sectionsOf(items));
  const [sections, setSections] = useState(before);
  const [open, setOpen] = useState(before[0]?.key ?? '');
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const here = sections.find(({ key }) => key === open) ?? sections[0];
  const placed = placesTaken(before).length > 0;
  const save = async (changes: readonly ItemChange[]): Promise<void> => {
    setSaving(true);
    for (let at = 0; at < changes.length; at += mostChanges) {
      const answer = await call('catalogue.save', { changes: changes.slice(at, at + mostChanges) });
      if (!answer.ok) {
        setSaving(false);
        return setError(answer.error);
      }
      keepItems(answer.value.items);
    }
    onClose();
  };
  const nameOf = ({ favourites, group }: (typeof sections)[number]): string =>
    favourites ? t('catalogue.shows.favourites') : (group ?? t('catalogue.without.group'));
  return (
    <Dialog wide title={t('catalogue.order.title')} lead={t('catalogue.order.lead')} onClose={onClose}>
      {(settled) => (
        <>
          <div className="flex h-[50vh] min-h-56 gap-4">
            <MovingList
              label={t('catalogue.order.groups')}
              rows={sections.map((section) => ({
                key: section.key,
                name: nameOf(section),
                more: t('catalogue.count', plural(section.items.length)),
                fixed: section.favourites,
              }))}
              open={here?.key ?? ''}
              onOpen={setOpen}
              onMove={(from, to) => setSections([...moved(sections, from, to)])}
            />
            <MovingList
              key={here?.key}
              label={here ? nameOf(here) : ''}
              rows={(here?.items ?? []).map(({ productCode, productName, brand }) => ({
                key: productCode,
                name: productName ?? productCode,
                more: [productCode, brand].filter(Boolean).join(' · '),
              }))}
              onMove={(from, to) =>
                setSections(
                  sections.map((each) =>
                    each.key === here?.key ? { ...each, items: moved(each.items, from, to) } : each,
                  ),
                )
              }
            />
          </div>
          <DialogFooter>
            {error ? <Notice compact tone="failed" live="alert" {...errorWords(t, error)} /> : null}
            <div className="flex flex-wrap items-center gap-3">
              <Button onClick={onClose}>{t('common.cancel')}</Button>
              {placed ? (
                <Button look="quiet" disabled={saving || !settled} onClick={() => void save(placesTaken(before))}>
                  {t('catalogue.order.reset')}
                </Button>
              ) : null}
              <Button
                look="primary"
                className="ml-auto"
                disabled={saving || !settled || sections === before}
                onClick={() => void save(placesFor(sections, before))}
              >
                {t('common.save')}
              </Button>
            </div>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
