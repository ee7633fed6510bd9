import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../shared/domain/staff.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { classes } from '../../../ui/classes.ts';
import { toast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/error-words.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { changePerson } from './people-list.ts';

interface Props {
  person: Person & { pin: boolean };
  isMe: boolean;
  mayChange: boolean;
}

/** One person, and what can be done about them. */
export function PersonRow({ person, isMe, mayChange }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'change' | 'leave' | null>(null);
  const { id, name, role, active, pin } = person;
  const close = (): void => setAsking(null);
  const leave = async (): Promise<void> => {
    close();
    const problem = await changePerson({ id, active: false });
    if (problem) toast('failed', errorWords(t, problem).lines.join(' '));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2 last:border-b-0">
      <div className={classes('min-w-0 flex-1', !active && 'text-ink-soft')}>
        <p className="truncate font-semibold">
          {name}
          {isMe ? <span className="font-normal text-ink-soft"> ({t('people.settings.you')})</span> : null}
        </p>
        <p className="text-small text-ink-soft">
          {t(`people.role.${role}`)}
          {active ? null : ` · ${t('people.settings.inactive')}`}
          {active && !pin ? ` · ${t('people.settings.noPin')}` : null}
        </p>
      </div>
      {mayChange ? (
        <div className="flex gap-2">
          <Button
            aria-label={`${active ? t('people.settings.change') : t('people.settings.back')}: ${name}`}
            onClick={() => setAsking('change')}
          >
            {active ? t('people.settings.change') : t('people.settings.back')}
          </Button>
          {active && !isMe ? (
            <Button
              look="quiet"
              aria-label={`${t('people.settings.leave')}: ${name}`}
              onClick={() => setAsking('leave')}
            >
              {t('people.settings.leave')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {asking === 'change' ? <PersonDialog person={person} onClose={close} /> : null}
      {asking === 'leave' ? (
        <Confirm
          title={t('people.settings.leaveTitle', { name })}
          lead={t('people.settings.leaveLead')}
          stop={t('common.cancel')}
          go={{ label: t('people.settings.leave'), run: () => void leave() }}
          onClose={close}
        />
      ) : null}
    </li>
  );
}
