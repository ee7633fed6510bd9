import { useTranslation } from 'react-i18next';
import type { PeopleState } from '../../../shared/contract/people.ts';
import { classes } from '../../ui/classes.ts';

interface Props {
  people: PeopleState['people'];
  chosen: string;
  onChoose: (id: string) => void;
  /** a digit typed here is the PIN's */
  onDigit: (digit: string) => void;
}

/** Who may sign in: one tile for each, as radio buttons, so that arrow keys go from one to the next. */
export function Tiles({ people, chosen, onChoose, onDigit }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="min-h-0 min-w-0 flex-1 overflow-y-auto p-1">
      <legend className="sr-only">{t('people.signIn.who')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2">
        {people.map(({ id, name, role }) => (
          <label
            key={id}
            className={classes(
              'flex min-h-18 cursor-pointer items-center gap-3 rounded-box border px-4 py-2',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]',
              id === chosen
                ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
                : 'border-line-strong bg-surface hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name="person"
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              onKeyDown={(event) => {
                if (!/^\d$/.test(event.key)) return;
                event.preventDefault();
                onDigit(event.key);
              }}
              className="sr-only"
            />
            <span
              aria-hidden="true"
              className={classes(
                'flex size-11 shrink-0 items-center justify-center rounded-full text-large font-bold uppercase',
                id === chosen ? 'bg-accent text-accent-ink' : 'bg-sunken text-ink',
              )}
            >
              {name.slice(0, 1)}
            </span>
            <span className="min-w-0">
              <span className="line-clamp-2 text-large font-semibold break-words">{name}</span>
              <span className="block text-small text-ink-soft">{t(`people.role.${role}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
