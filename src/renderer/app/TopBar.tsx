import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { wallClock } from '../../shared/domain/zone.ts';
import { WhoIsHere } from '../features/staff/WhoIsHere.tsx';
import { useNow } from '../state/now.ts';
import { isLocked, usePeople } from '../state/people.ts';
import { useSettings, useShopZone } from '../state/settings.ts';
import { useStatus } from '../state/status.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { BackupTrouble } from './BackupTrouble.tsx';
import { GoTraining } from './GoTraining.tsx';
import { LineState } from './LineState.tsx';
import { providerLook, relayLook } from './line-look.ts';

/** Comes a moment after the first screen, into room that is the title's: nothing else moves. */
const PrintTray = lazy(async () => ({ default: (await import('../features/prints/PrintTray.tsx')).PrintTray }));

export function TopBar() {
  const { t } = useTranslation();
  const shop = useSettings((state) => state.view?.settings.shop.name);
  const status = useStatus((state) => state.status);
  const locked = usePeople(isLocked);
  return (
    <div className="flex h-12 shrink-0 items-center gap-6 max-2xl:gap-3 border-b border-line bg-surface px-4">
      <h1 className="min-w-0 flex-1 truncate text-large font-semibold">
        {shop === undefined ? <Skeleton className="h-6 w-40" /> : shop === '' ? t('frame.shopUnnamed') : shop}
      </h1>
      {status ? (
        <>
          <BackupTrouble />
          {locked ? null : (
            <Suspense>
              <PrintTray />
            </Suspense>
          )}
          <LineState
            label={t('frame.provider.label')}
            word={t(`frame.provider.${status.provider.state}`)}
            look={providerLook[status.provider.state]}
          />
          <LineState
            label={t('frame.relay.label')}
            word={t(`frame.relay.${status.relay.state}`)}
            look={relayLook[status.relay.state]}
          />
        </>
      ) : (
        <Skeleton className="h-6 w-72" />
      )}
      {status?.mode === 'live' && !locked ? <GoTraining /> : null}
      <WhoIsHere />
      <ShopClock />
    </div>
  );
}

function ShopClock() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { time } = wallClock(useNow(), zone);
  return (
    <time aria-label={t('frame.clock')} className="text-large font-semibold">
      {time.slice(0, 5)}
    </time>
  );
}
