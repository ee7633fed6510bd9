import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../state/settings.ts';
import { useStatus } from '../state/status.ts';

/** The window's name, in the list of windows and first of all that a reader of the screen says: whose it is, and whether it is for real. */
export function useTitle(): void {
  const { t } = useTranslation();
  const shop = useSettings((state) => state.view?.settings.shop.name) || 'Konter';
  const training = useStatus((state) => state.status?.mode === 'training');
  useEffect(() => {
    document.title = training ? t('frame.titleTraining', { shop }) : shop;
  }, [t, shop, training]);
}
