import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type ItemChange, maxChanges } from '../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { ArrowDown, ArrowUp, ArrowUpToLine } from '../../ui/later-icons.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { keepItems } from './catalogue-store.ts';
import { moved, placesFor, placesTaken, sectionsOf } from './rows.ts';

interface Props {
  items: Iterable<CatalogueItem>;
  onClose: () => void;
}

/** The order of the buttons on the selling screens: favourites, then the groups one after the other, and the order in each. */
export function OrderDialog({ items, onClose }: Props) {
  const { t } = useTranslation();
  const [before] = useState(() => sectionsOf(items));
  const [sections, setSections] = useState(before);
  const [open, setOpen] = useState(before[0]?.key ?? '');
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const here = sections.find(({ key }) => key === open) ?? sections[0];
  const placed = placesTaken(before).length > 0;
  const save = async (changes: readonly ItemChange[]): Promise<void> => {
    setSaving(true);
    for (let at = 0; at < changes.length; at += maxChanges) {
      const answer = await call('catalogue.save', { changes: changes.slice(at, at + maxChanges) });
      if (!answer.ok) {
        setSaving(false);
        return setError(answer.error);
      }
      keepItems(answer.value.items);
    }
    onClose();
  };
  const nameOf = ({ favourites, group }: (typeof sections)[number]): string =>
    favourites ? t('catalogue.shows.favourites') : (group ?? t('catalogue.without.group'));
  return (
    <Dialog wide title={t('catalogue.order.title')} lead={t('catalogue.order.lead')} onClose={onClose}>
      {(settled) => (
        <>
          <div className="flex h-[50vh] min-h-56 gap-4">
            <MovingList
              label={t('catalogue.order.groups')}
              rows={sections.map((section) => ({
                key: section.key,
                name: nameOf(section),
                more: t('catalogue.count', plural(section.items.length)),
                fixed: section.favourites,
              }))}
              open={here?.key ?? ''}
              onOpen={setOpen}
              onMove={(from, to) => setSections([...moved(sections, from, to)])}
            />
            <MovingList
              key={here?.key}
              label={here ? nameOf(here) : ''}
              rows={(here?.items ?? []).map(({ productCode, productName, brand }) => ({
                key: productCode,
                name: productName ?? productCode,
                more: [productCode, brand].filter(Boolean).join(' · '),
              }))}
              onMove={(from, to) =>
                setSections(
                  sections.map((each) =>
                    each.key === here?.key ? { ...each, items: moved(each.items, from, to) } : each,
                  ),
                )
              }
            />
          </div>
          <DialogFooter notice={<ErrorNotice compact error={error} />}>
            <span className="flex flex-wrap gap-3">
              <Button onClick={onClose}>{t('common.cancel')}</Button>
              {placed ? (
                <Button look="quiet" disabled={saving || !settled} onClick={() => void save(placesTaken(before))}>
                  {t('catalogue.order.reset')}
                </Button>
              ) : null}
            </span>
            <Button
              look="primary"
              disabled={saving || !settled || sections === before}
              onClick={() => void save(placesFor(sections, before))}
            >
              {t('common.save')}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

interface Row {
  key: string;
  name: string;
  more?: string;
  /** stays where it is, and nothing gets before it */
  fixed?: boolean;
}

interface MovingListProps {
  label: string;
  rows: readonly Row[];
  onMove: (from: number, to: number) => void;
  /** the row that is open, where a row can be opened */
  open?: string;
  onOpen?: (key: string) => void;
}

type Way = 'first' | 'up' | 'down';
const atOnce = 100;

/** A list that is put in order by buttons, or with Alt and an arrow: the same for a finger, the keys and a reader of the screen. */
function MovingList({ label, rows, onMove, open, onOpen }: MovingListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [last, setLast] = useState<{ key: string; way: Way } | null>(null);
  const [drawn, setDrawn] = useState(atOnce);
  const begin = rows.filter(({ fixed }) => fixed).length;
  const at = last === null ? -1 : rows.findIndex(({ key }) => key === last.key);
  const name = rows[at]?.name;
  // A row that moves takes its button, and the hand on it, along.
  useLayoutEffect(() => {
    if (last === null) return;
    const row = [...(list.current?.children ?? [])].find((each) => each.getAttribute('data-key') === last.key);
    const button = (way: Way) => row?.querySelector<HTMLButtonElement>(`[data-way="${way}"]:enabled`);
    // At an end only the way back is left.
    (button(last.way) ?? button(last.way === 'down' ? 'up' : 'down'))?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  const go = (key: string, from: number, way: Way): void => {
    const to = way === 'first' ? begin : from + (way === 'up' ? -1 : 1);
    if (to < begin || to >= rows.length) return;
    setLast({ key, way });
    onMove(from, to);
  };
  return (
    <section aria-label={label} className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <h3 className="font-semibold">{label}</h3>
      <output className="sr-only">
        {name === undefined ? '' : t('catalogue.order.nowAt', { name, n: at + 1, of: rows.length })}
      </output>
      <ol ref={list} className="min-h-0 flex-1 overflow-y-auto rounded-box border border-line">
        {rows.slice(0, drawn).map(({ key, name, more, fixed = false }, n) => {
          const button = (way: Way, icon: ReactNode, off: boolean) => (
            <IconButton
              data-way={way}
              label={t(`catalogue.order.${way}`, { name })}
              disabled={off}
              onClick={() => go(key, n, way)}
              className="touch-manipulation"
            >
              {icon}
            </IconButton>
          );
          const words = (
            <>
              <span className="block leading-5 font-medium break-words">{name}</span>
              {more ? <span className="block truncate text-small text-ink-soft">{more}</span> : null}
            </>
          );
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons, shorter
            <li
              key={key}
              data-key={key}
              onKeyDown={(event) => {
                if (!event.altKey || fixed || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                event.preventDefault();
                go(key, n, event.key === 'ArrowUp' ? 'up' : 'down');
              }}
              className={classes(
                'flex min-h-13 items-center gap-1 border-b border-line px-2 last:border-b-0',
                open === key && 'bg-accent-soft',
              )}
            >
              {onOpen ? (
                <button
                  type="button"
                  aria-pressed={open === key}
                  onClick={() => onOpen(key)}
                  className="min-h-11 min-w-0 flex-1 rounded-box px-1 text-left"
                >
                  {words}
                </button>
              ) : (
                <span className="min-w-0 flex-1 px-1">{words}</span>
              )}
              {fixed ? null : (
                <>
                  {button('first', <ArrowUpToLine aria-hidden="true" className="size-5" />, n === begin)}
                  {button('up', <ArrowUp aria-hidden="true" className="size-5" />, n === begin)}
                  {button('down', <ArrowDown aria-hidden="true" className="size-5" />, n === rows.length - 1)}
                </>
              )}
            </li>
          );
        })}
        {rows.length > drawn ? (
          <li className="p-2">
            <Button onClick={() => setDrawn(drawn + atOnce)}>
              {t('catalogue.order.more', plural(rows.length - drawn))}
            </Button>
          </li>
        ) : null}
      </ol>
    </section>
  );
}
