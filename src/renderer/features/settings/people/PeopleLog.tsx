import { useTranslation } from 'react-i18next';
import type { PeopleEvent } from '../../../../shared/contract/people.ts';
import { hasMessage } from '../../../i18n/i18n.ts';
import { useShopZone } from '../../../state/settings.ts';
import { dateTimeText } from '../../../ui/time-text.ts';

/** What was changed about people, and who signed in, newest first. */
export function PeopleLog({ events }: { events: readonly PeopleEvent[] }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  return (
    <details>
      <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
        {t('people.settings.log')}
      </summary>
      {events.length === 0 ? <p>{t('people.settings.logEmpty')}</p> : null}
      <ol className="flex flex-col gap-2">
        {events.map(({ seq, at, type, person, by, changed }) => (
          <li key={seq}>
            <p className="font-medium">
              {t(`events.${type}`)}: {person.name}
              {changed.length > 0
                ? ` (${changed.map((field) => (hasMessage(t, 'people.settings.changed', field) ? t(`people.settings.changed.${field}`) : field)).join(', ')})`
                : null}
            </p>
            <p className="text-small text-ink-soft">
              {dateTimeText(at, zone)}
              {by ? ` · ${t('people.settings.logBy', { name: by.name })}` : null}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
