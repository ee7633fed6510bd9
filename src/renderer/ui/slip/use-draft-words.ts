import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftWords } from './draft-slip.ts';

export function useDraftWords(): DraftWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      mark: t('slip.draftMark'),
      product: t('slip.product'),
      customerNo: t('slip.customerNo'),
      total: t('slip.total'),
      cash: t('slip.cash'),
      change: t('slip.change'),
    }),
    [t],
  );
}
