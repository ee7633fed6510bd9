import { Clock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pin } from '../../shared/contract/inputs.ts';
import { Button } from '../design/Button.tsx';
import { call } from '../host/call.ts';
import { PinField } from '../screens/receipts/resolve/PinField.tsx';
import { useStatus } from '../store/status.ts';

/** This machine's clock and the relay's differ: shown before the first sale, until one is set or the owner goes on. */
export function ClockNotice() {
  const { t } = useTranslation();
  const ahead = useStatus((state) => state.status?.clockAheadMs ?? null);
  const [pin, setPin] = useState('');
  const [bad, setBad] = useState(false);
  if (ahead === null) return null;
  const goOn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const given = Pin.safeParse(pin);
    const answer = await call('safety.accept', { what: 'clock', ...(given.success ? { pin: given.data } : {}) });
    setPin('');
    setBad(!answer.ok);
  };
  return (
    <section
      role="alert"
      className="flex shrink-0 items-center gap-4 border-b border-unknown bg-unknown-soft px-4 py-2"
    >
      <Clock aria-hidden="true" className="size-7 shrink-0 text-unknown" />
      <div className="flex-1">
        <p className="text-large font-semibold text-unknown">{t('safety.doubt.clock.title')}</p>
        <p>
          {t('safety.doubt.clock.why', {
            minutes: Math.round(Math.abs(ahead) / 60_000),
            way: t(ahead > 0 ? 'safety.doubt.clock.ahead' : 'safety.doubt.clock.behind'),
          })}
        </p>
      </div>
      <form className="flex items-end gap-2" onSubmit={(event) => void goOn(event)}>
        <PinField
          label={t('safety.doubt.pin')}
          fault={bad ? t('safety.doubt.bad') : null}
          value={pin}
          onChange={(event) => setPin(event.target.value)}
        />
        <Button type="submit">{t('safety.doubt.goOn')}</Button>
      </form>
    </section>
  );
}
