import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/translation.ts';
import { showHelp, useRouter } from '../../state/router.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { untilLoaded } from '../../ui/deferred.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { Notice, Skeleton } from '../../ui/Notice.tsx';
import { GuideText } from './GuideText.tsx';
import { type GuideSection, readGuide, searchGuide, topicOf } from './guide.ts';

/** The guide over the screen, at what it says of this place; searched by words. */
export function HelpDialog() {
  const { t } = useTranslation();
  const close = (): void => showHelp(false);
  return (
    <Dialog wide title={t('help.title')} onClose={close}>
      {() => (
        <>
          <Guide />
          <div className="flex justify-end">
            <Button look="primary" hotkey="Esc" onClick={close}>
              {t('common.close')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Guide() {
  const { t, language } = useTranslation();
  const [sections, setSections] = useState<readonly GuideSection[] | null>(null);
  const [topic, setTopic] = useState(() => {
    const { route, openSetting } = useRouter.getState();
    return topicOf(route, openSetting);
  });
  const [text, setText] = useState('');
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => void untilLoaded(() => readGuide(language)).then(setSections), [language]);
  useEffect(() => page.current?.scrollTo({ top: 0 }), []);
  if (sections === null) return <Skeleton className="h-[60vh]" />;
  const isSearching = text.trim() !== '';
  const chosen = isSearching ? searchGuide(sections, text) : sections.filter((section) => section.topic === topic);
  return (
    <div className="flex h-[60vh] min-h-0 flex-col gap-3 zoomed:h-auto">
      <div className="flex shrink-0">
        <SearchField
          label={t('help.search')}
          placeholder={t('help.search')}
          maxLength={100}
          value={text}
          onText={setText}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- who opens the guide looks for something
          autoFocus
        />
      </div>
      <div className="flex min-h-0 flex-1 gap-4 zoomed:flex-col">
        <nav aria-label={t('help.sections')} className="w-52 shrink-0 overflow-y-auto zoomed:w-auto">
          <ul className="flex flex-col gap-0.5">
            {sections.map((section) => (
              <li key={section.topic}>
                <button
                  type="button"
                  aria-current={!isSearching && section.topic === topic ? 'true' : undefined}
                  onClick={() => {
                    setText('');
                    setTopic(section.topic);
                    page.current?.scrollTo({ top: 0 });
                  }}
                  className={classes(
                    'min-h-11 w-full rounded-box border px-3 text-left font-medium',
                    !isSearching && section.topic === topic
                      ? 'border-accent bg-accent-soft'
                      : 'border-transparent hover:bg-sunken',
                  )}
                >
                  {section.title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        {/* It takes the focus to be scrolled by keyboard. */}
        <section
          ref={page}
          tabIndex={0}
          aria-label={t('help.page')}
          className="min-w-0 flex-1 overflow-y-auto rounded-box border border-line p-4"
        >
          {chosen.length === 0 ? (
            <Notice tone="quiet" live="status" title={t('help.none', { words: text.trim() })} />
          ) : null}
          {chosen.map((section) => (
            <GuideText key={section.topic} section={section} />
          ))}
        </section>
      </div>
    </div>
  );
}
