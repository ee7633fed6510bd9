import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { ClosedShift } from './ClosedShift.tsx';
import { CloseShift } from './CloseShift.tsx';
import { CurrentShift } from './CurrentShift.tsx';
import { OpenShift } from './OpenShift.tsx';
import { ShiftList } from './ShiftList.tsx';
import { refreshShifts, useShifts } from './shifts-store.ts';

/** The drawer as it is now, and beside it the shifts that are closed. */
export function ShiftsPane() {
  // Another window may have opened or closed one: main tells of it with the status.
  useEffect(() => {
    void refreshShifts();
    return useStatus.subscribe((now, before) => (now.status === before.status ? undefined : void refreshShifts()));
  }, []);
  return (
    <>
      <div className="min-w-0 flex-1 overflow-y-auto">
        <Shown />
      </div>
      <ShiftList />
    </>
  );
}

function Shown() {
  const { t } = useTranslation();
  const { current, shown, closing, error } = useShifts();
  if (shown !== null) return <ClosedShift key={shown} number={shown} />;
  if (error) {
    return (
      <div className="p-4">
        <Notice tone="failed" live="alert" {...errorWords(t, error)}>
          <div className="pt-2">
            <Button onClick={() => void refreshShifts()}>{t('common.retry')}</Button>
          </div>
        </Notice>
      </div>
    );
  }
  if (current === undefined) return <Skeleton className="m-4 h-60" />;
  if (current === null) return <OpenShift />;
  return closing ? <CloseShift shift={current} /> : <CurrentShift shift={current} />;
}
