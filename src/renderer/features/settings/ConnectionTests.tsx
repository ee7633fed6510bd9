import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConnectionTest, type RelayTrial as Trial } from '../../../shared/contract/connection-test.ts';
import { type KonterError } from '../../../shared/contract/errors.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { oneDecimal } from '../../i18n/i18n.ts';
import { useLanguage } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Tests the saved connection; nothing is bought. */
export function ConnectionTestPanel() {
  const { t } = useTranslation();
  const [testing, setTesting] = useState(false);
  const [found, setFound] = useState<ConnectionTest | KonterError | null>(null);
  const test = async (): Promise<void> => {
    setTesting(true);
    const answer = await call('settings.test');
    setTesting(false);
    setFound(answer.ok ? answer.value : answer.error);
  };
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-4">
        <p className="text-small text-ink-soft">{t('settings.testSaved')}</p>
        <Button disabled={testing} onClick={() => void test()}>
          {testing ? t('settings.testing') : t('settings.test')}
        </Button>
      </div>
      <output className="flex min-h-16 flex-col gap-1">
        {found === null ? null : 'code' in found ? (
          <Notice tone="failed" {...errorWords(t, found)} />
        ) : (
          <>
            <Found good={found.provider === 'ok'} words={t(`settings.testProvider.${found.provider}`)} />
            <Found good={found.relay === 'ok'} words={t(`settings.testRelay.${found.relay}`)} />
          </>
        )}
      </output>
    </section>
  );
}

function Found({ good, words }: { good: boolean; words: string }) {
  const Icon = good ? CircleCheck : CircleX;
  return (
    <p className={classes('flex items-center gap-2 font-semibold', good ? 'text-success' : 'text-failed')}>
      <Icon aria-hidden="true" className="size-5" />
      {words}
    </p>
  );
}

/**
 * Sends a signed webhook to this counter through the relay: the path of an order's result.
 * @param asked the test is the purpose of this screen, not one part of many
 */
export function RelayTrial({
  asked = false,
  onReceived,
}: {
  asked?: boolean;
  onReceived?: (received: boolean) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [trying, setTrying] = useState(false);
  const [found, setFound] = useState<Trial | KonterError | null>(null);
  const run = async (): Promise<void> => {
    setTrying(true);
    const answer = await call('settings.tryRelay');
    setTrying(false);
    setFound(answer.ok ? answer.value : answer.error);
    onReceived?.(answer.ok && answer.value.outcome === 'ok');
  };
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <p className="text-small text-ink-soft">{t('settings.tryRelayLead')}</p>
        <Button look={asked && found === null ? 'primary' : 'plain'} disabled={trying} onClick={() => void run()}>
          {trying ? t('settings.testing') : t('settings.tryRelay')}
        </Button>
      </div>
      <div className="min-h-20">
        {found === null ? null : 'code' in found ? (
          <Notice compact tone="failed" live="alert" {...errorWords(t, found)} />
        ) : found.outcome === 'ok' ? (
          <Notice
            compact
            tone="success"
            icon={CircleCheck}
            live="status"
            title={t('settings.relayTested', { n: oneDecimal((found.tookMs ?? 0) / 1000, language) })}
          />
        ) : (
          <Notice
            compact
            tone="failed"
            icon={CircleX}
            live="alert"
            title={t(`settings.relayTrial.${found.outcome}.title`)}
            lines={[t(`settings.relayTrial.${found.outcome}.do`)]}
          />
        )}
      </div>
    </section>
  );
}
