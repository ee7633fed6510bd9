import { CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classes } from '../../ui/classes.ts';
import { isDone, type Known, type Step, steps } from './steps.ts';

interface Props {
  step: Step;
  known: Known;
  onStep: (step: Step) => void;
}

/** All steps, which are done, and which one is open. */
export function StepList({ step, known, onStep }: Props) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('setup.title')}
      className="flex w-64 shrink-0 flex-col gap-1 overflow-y-auto border-r border-line p-3"
    >
      <h2 className="px-3 pb-2 text-large font-semibold">{t('setup.title')}</h2>
      <ol className="flex flex-col gap-1">
        {steps.map((name) => {
          const done = isDone(name, known);
          const Icon = done ? CircleCheck : CircleDashed;
          return (
            <li key={name}>
              <button
                type="button"
                aria-current={name === step ? 'step' : undefined}
                onClick={() => onStep(name)}
                className={classes(
                  'flex min-h-11 w-full items-center gap-2 rounded-box border px-3 text-left font-medium',
                  name === step ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-sunken',
                )}
              >
                <Icon
                  aria-hidden="true"
                  className={classes('size-5 shrink-0', done ? 'text-success' : 'text-ink-soft')}
                />
                <span>{t(`setup.step.${name}.name`)}</span>
                <span className="sr-only">{done ? t('setup.done') : t('setup.open')}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
