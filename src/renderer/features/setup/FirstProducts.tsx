import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plural } from '../../i18n/i18n.ts';
import { navigate } from '../../state/router.ts';
import { Button } from '../../ui/Button.tsx';
import { AddDialog } from '../catalogue/AddDialog.tsx';
import { followCatalogue, isToldOf, useCatalogue } from '../catalogue/catalogue-store.ts';
import { WorkProgress } from '../catalogue/JobProgress.tsx';

/** The first codes, looked up one by one or from a list; prices are given in the catalogue. */
export function FirstProducts({ count }: { count: number }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { work, watched, dismissed } = useCatalogue();
  const list = work?.import ?? null;
  useEffect(followCatalogue, []);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-large font-semibold">{t('setup.products', plural(count))}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => setAdding(true)}>
          {t('setup.addProducts')}
        </Button>
        <Button hotkey="F5" onClick={() => navigate('catalogue')}>
          {t('setup.toCatalogue')}
        </Button>
      </div>
      {list && isToldOf(list, { watched, dismissed }) ? (
        <WorkProgress what="import" work={list} onFailed={() => navigate('catalogue')} />
      ) : null}
      {adding ? <AddDialog text="" onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
