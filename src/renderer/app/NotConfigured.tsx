import { LockKeyhole, Unplug } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../../shared/contract/events.ts';
import { openSetup } from '../features/setup/open-setup.ts';
import { navigate } from '../state/router.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';

/** Live mode without its connection: nothing is sold, the receipts stay available. */
export function NotConfigured({ missing }: { missing: Status['missing'] }) {
  const { t } = useTranslation();
  // It replaces a field that had the focus, as soon as the status is known.
  useEffect(() => restoreFocus(null), []);
  // While the secrets are locked nothing else is known, and nothing can be saved.
  if (missing.includes('secrets')) {
    return (
      <EmptyState
        icon={LockKeyhole}
        title={t('frame.notConfigured.secretsLocked.title')}
        lead={t('frame.notConfigured.secretsLocked.why')}
      >
        <ol className="my-2 list-decimal pl-6 text-left font-medium">
          <li>{t('frame.notConfigured.secretsLocked.close')}</li>
          <li>{t('frame.notConfigured.secretsLocked.allow')}</li>
        </ol>
        <p className="text-ink-soft">{t('frame.notConfigured.secretsLocked.meanwhile')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Unplug} title={t('frame.notConfigured.title')} lead={t('frame.notConfigured.why')}>
      <ul className="my-2 list-disc text-left font-medium">
        {missing.map((name) => (
          <li key={name}>{t(`frame.notConfigured.missing.${name}`)}</li>
        ))}
      </ul>
      <p className="mb-2 text-ink-soft">{t('frame.notConfigured.do')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button large hotkey="F9" onClick={() => navigate('settings')}>
          {t('frame.notConfigured.open')}
        </Button>
        <Button look="primary" large onClick={openSetup}>
          {t('setup.begin')}
        </Button>
      </div>
    </EmptyState>
  );
}
