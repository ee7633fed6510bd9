import { useTranslation } from 'react-i18next';

import { classes } from './classes.ts';

/** The place of something that is still being read, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-box bg-sunken', className)} />;
}

/** A screen whose code is still loading. */
export function ScreenSkeleton() {
  const { t } = useTranslation();
  return (
    <output aria-label={t('common.loading')} className="flex h-full flex-col gap-4 p-4">
      <Skeleton className="h-11 w-1/2" />
      <Skeleton className="flex-1" />
    </output>
  );
}
