import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/Skeleton.tsx';

export function RowsLoading() {
  const { t } = useTranslation();
  return (
    <output aria-label={t('common.loading')} className="flex flex-col gap-2 p-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
        <Skeleton key={name} className="h-14" />
      ))}
    </output>
  );
}
