import { useTranslation } from 'react-i18next';
import type { DisplayState } from '../../../shared/contract/display.ts';
import { call } from '../../host/call.ts';
import { useAnswer } from '../../host/use-answer.ts';
import { DisplayForm } from './display/DisplayForm.tsx';
import { DisplayLink } from './display/DisplayLink.tsx';
import { DisplayPreview } from './display/DisplayPreview.tsx';
import type { SectionProps } from './section.ts';

const look = () => call('display.look');

/** The customer's display: whether there is one, where, how long it shows a result, and what it looks like. */
export function DisplaySection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { display } = view.settings;
  const told = useAnswer(look, 'display', JSON.stringify(display));
  const state: DisplayState | null = told?.answer.ok ? told.answer.value : null;
  return (
    <div className="flex flex-col gap-6">
      <p>{t('display.lead')}</p>
      {state?.via === 'none' ? <p>{t('display.none')}</p> : <DisplayForm view={view} state={state} />}
      {display.on && state?.via === 'page' ? <DisplayLink /> : null}
      <DisplayPreview view={view} />
    </div>
  );
}
