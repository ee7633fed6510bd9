import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '../../../state/people.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { PeopleLog } from './PeopleLog.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { PersonRow } from './PersonRow.tsx';
import { readPeople, usePeopleList } from './people-list.ts';

/** Everybody who works here: added, renamed, given another role or PIN, or no longer let in. */
export function PeopleSettings() {
  const { t } = useTranslation();
  const { people, events, error } = usePeopleList();
  const me = usePeople(({ state }) => state?.present?.id ?? null);
  const mayChange = usePeople(({ state }) => state?.mayChange ?? false);
  const [adding, setAdding] = useState(false);
  useEffect(() => void readPeople(), []);
  if (error) return <Notice tone="failed" live="alert" compact {...errorWords(t, error)} />;
  if (!people) return <Skeleton className="h-40" />;
  return (
    <section aria-label={t('people.settings.list')} className="flex flex-col gap-3">
      {mayChange ? null : <p>{t('people.settings.elsewhere')}</p>}
      <ul className="rounded-box border border-line bg-surface px-4 py-1">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} isMe={person.id === me} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange ? (
        <Button
          icon={<UserPlus aria-hidden="true" className="size-5" />}
          onClick={() => setAdding(true)}
          className="self-start"
        >
          {t('people.settings.add')}
        </Button>
      ) : null}
      <PeopleLog events={events} />
      <p className="text-small text-ink-soft">{t('people.settings.forgotten')}</p>
      {adding ? <PersonDialog person={null} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
