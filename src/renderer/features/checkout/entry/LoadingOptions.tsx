import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** The list while the products are read. */
export function LoadingOptions({ list }: { list: string }) {
  const { t } = useTranslation();
  return (
    <output
      id={list}
      aria-label={t('common.loading')}
      className="grid h-full grid-cols-3 content-start gap-2 overflow-hidden"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
        <Skeleton key={name} className="h-16" />
      ))}
    </output>
  );
}
