import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pin } from '../../shared/contract/inputs.ts';
import { Button } from '../design/Button.tsx';
import { call } from '../host/call.ts';
import { PinField } from '../screens/receipts/resolve/PinField.tsx';
import { useStatus } from '../store/status.ts';

/** What is asked before the first sale: whether the book is the newest, and whose clock is right. */
export function SafetyQuestions() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const ahead = status?.clockAheadMs ?? null;
  return (
    <>
      {status?.olderBook === true ? (
        <Question
          what="older_book"
          title={t('safety.doubt.olderBook.title')}
          why={t('safety.doubt.olderBook.why')}
          goOn={t('safety.doubt.olderBook.goOn')}
        />
      ) : null}
      {ahead === null ? null : (
        <Question
          what="clock"
          title={t('safety.doubt.clock.title')}
          why={t('safety.doubt.clock.why', {
            minutes: Math.round(Math.abs(ahead) / 60_000),
            way: t(ahead > 0 ? 'safety.doubt.clock.ahead' : 'safety.doubt.clock.behind'),
          })}
          goOn={t('safety.doubt.goOn')}
        />
      )}
    </>
  );
}

function Question(asked: { what: 'clock' | 'older_book'; title: string; why: string; goOn: string }) {
  const { t } = useTranslation();
  const [pin, setPin] = useState('');
  const [bad, setBad] = useState(false);
  const goOn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const given = Pin.safeParse(pin);
    const answer = await call('safety.accept', { what: asked.what, ...(given.success ? { pin: given.data } : {}) });
    setPin('');
    setBad(!answer.ok);
  };
  return (
    <section
      role="alert"
      className="flex shrink-0 items-center gap-4 border-b border-unknown bg-unknown-soft px-4 py-2"
    >
      <TriangleAlert aria-hidden="true" className="size-7 shrink-0 text-unknown" />
      <div className="flex-1">
        <p className="text-large font-semibold text-unknown">{asked.title}</p>
        <p>{asked.why}</p>
      </div>
      <form className="flex items-end gap-2" onSubmit={(event) => void goOn(event)}>
        <PinField
          label={t('safety.doubt.pin')}
          fault={bad ? t('safety.doubt.bad') : null}
          value={pin}
          onChange={(event) => setPin(event.target.value)}
        />
        <Button type="submit">{asked.goOn}</Button>
      </form>
    </section>
  );
}
