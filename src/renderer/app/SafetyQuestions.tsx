import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../shared/contract/errors.ts';
import { Pin } from '../../shared/contract/procedure.ts';
import { call } from '../host/call.ts';
import { usePeople } from '../state/people.ts';
import { useStatus } from '../state/status.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { PinField } from '../ui/Field.tsx';
import { type Tone, toneBorder, toneSoft, toneText } from '../ui/state-look.ts';
import { ageOf } from '../ui/time-text.ts';
import { errorWords } from '../words/error-words.ts';

/** Asked before the first sale: whether the database is the newest one, and whether the clock is right. */
export function SafetyQuestions() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const ahead = status?.clockAheadMs ?? null;
  const difference = ageOf(Math.abs(ahead ?? 0));
  return (
    <>
      {status?.olderBook === true ? (
        <Question
          what="older_book"
          tone="failed"
          title={t('safety.doubt.olderBook.title')}
          why={t('safety.doubt.olderBook.why')}
          goOn={t('safety.doubt.olderBook.goOn')}
        />
      ) : null}
      {ahead === null ? null : (
        <Question
          what="clock"
          tone="unknown"
          title={t('safety.doubt.clock.title')}
          why={t(ahead > 0 ? 'safety.doubt.clock.ahead' : 'safety.doubt.clock.behind', {
            by: t(`frame.ago.${difference.unit}`, { n: difference.n }),
          })}
          goOn={t('safety.doubt.clock.goOn')}
        />
      )}
    </>
  );
}

interface QuestionProps {
  what: 'clock' | 'older_book';
  /** "failed": selling stops until it is answered */
  tone: Extract<Tone, 'failed' | 'unknown'>;
  title: string;
  why: string;
  goOn: string;
}

function Question({ what, tone, title, why, goOn }: QuestionProps) {
  const { t } = useTranslation();
  const people = usePeople((state) => state.state?.exist ?? false);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<KonterError | null>(null);
  const accept = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const given = Pin.safeParse(pin);
    const answer = await call('safety.accept', { what, ...(given.success ? { pin: given.data } : {}) });
    setPin('');
    setProblem(answer.ok ? null : answer.error);
  };
  const fault = problem ? errorWords(t, problem) : null;
  const pinLabel = what === 'clock' && people ? t('safety.keyChange.pin') : t('receipts.resolving.pin');
  return (
    <section
      role="alert"
      className={classes(
        'flex shrink-0 items-center gap-4 border-b px-4 py-2 zoomed:flex-wrap',
        toneBorder[tone],
        toneSoft[tone],
      )}
    >
      <TriangleAlert aria-hidden="true" className={classes('size-7 shrink-0', toneText[tone])} />
      <div className="min-w-0 flex-1">
        <p className={classes('text-large font-semibold', toneText[tone])}>{title}</p>
        <p className="text-ink">{why}</p>
        {fault ? <p className="font-semibold text-failed">{[fault.lines[0], fault.lines.at(-1)].join(' ')}</p> : null}
      </div>
      <form aria-label={title} className="flex shrink-0 items-end gap-2" onSubmit={(event) => void accept(event)}>
        <div className="w-32">
          <PinField label={pinLabel} bare value={pin} onChange={(event) => setPin(event.target.value)} />
        </div>
        <Button type="submit">{goOn}</Button>
      </form>
    </section>
  );
}
