import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConnectionSection } from '../settings/ConnectionSection.tsx';
import { PrintersSection } from '../settings/PrintersSection.tsx';
import { SetUpOwner } from '../settings/people/SetUpOwner.tsx';
import { RelayTrial } from '../settings/RelayTrial.tsx';
import { ScreenSection } from '../settings/ScreenSection.tsx';
import { ShopSection } from '../settings/ShopSection.tsx';
import { FirstProducts } from './FirstProducts.tsx';
import { GoLive } from './GoLive.tsx';
import { type Known, needsLive, type Step } from './steps.ts';

interface Props {
  step: Step;
  known: Known;
  view: SettingsView;
  onHeard: (heard: boolean) => void;
  onStep: (step: Step) => void;
}

/** The settings themselves, one at a time: what is set here is set, and is found in the settings again. */
export function StepBody({ step, known, view, onHeard, onStep }: Props) {
  const { t } = useTranslation();
  if (needsLive.has(step) && view.mode !== 'live') {
    return (
      <Notice tone="quiet" title={t('setup.liveFirst')} lines={[t('setup.liveFirstDo')]}>
        <div className="pt-2">
          <Button onClick={() => onStep('live')}>{t('setup.toStep', { step: t('setup.step.live.name') })}</Button>
        </div>
      </Notice>
    );
  }
  switch (step) {
    case 'screen':
      return <ScreenSection view={view} />;
    case 'shop':
      return <ShopSection view={view} />;
    case 'connection':
      return <ConnectionSection view={view} />;
    case 'relay':
      return <RelayTrial asked onHeard={onHeard} />;
    case 'live':
      return <GoLive known={known} onStep={onStep} />;
    case 'products':
      return <FirstProducts count={known.products ?? 0} />;
    case 'people':
      return known.people ? (
        <Notice tone="success" title={t('setup.peopleThere')} />
      ) : (
        <SetUpOwner supervisorPin={view.secrets.supervisorPin} />
      );
    case 'printer':
      return <PrintersSection view={view} />;
    case 'sell':
      return <Notice tone="success" title={t('setup.ready')} lines={[t('setup.readyDo')]} />;
  }
}
