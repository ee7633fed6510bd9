import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/Skeleton.tsx';

/** A place whose code is still being read. */
export function PlaceLoading() {
  const { t } = useTranslation();
  return (
    <output aria-label={t('common.loading')} className="flex h-full flex-col gap-4 p-4">
      <Skeleton className="h-11 w-1/2" />
      <Skeleton className="flex-1" />
    </output>
  );
}
