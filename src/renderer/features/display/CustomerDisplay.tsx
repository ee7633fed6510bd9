import { GraduationCap } from 'lucide-react';
import type { DisplayView } from '../../../shared/domain/display.ts';
import { classes } from '../../ui/classes.ts';
import { SaleOnDisplay } from './SaleOnDisplay.tsx';
import { displayWords } from './words.ts';

/** What stands before the customer, as large as the place it is given. */
export function CustomerDisplay({ view, preview = false }: { view: DisplayView; preview?: boolean }) {
  const words = displayWords[view.language];
  const Title = preview ? 'p' : 'h1';
  const Page = preview ? 'div' : 'main';
  return (
    <div className="customer-display h-full w-full">
      <Page
        lang={view.language}
        className={classes(
          'customer-display-page flex h-full flex-col bg-surface text-ink',
          view.training && 'training-frame',
        )}
      >
        {view.training ? (
          <p className="flex shrink-0 items-center justify-center gap-[0.5em] bg-training py-[0.4em] font-bold text-training-ink">
            <GraduationCap aria-hidden="true" className="size-[1.5em]" />
            {words.training}
          </p>
        ) : null}
        {view.sale ? (
          <>
            <Title className="shrink-0 truncate border-b border-line px-[1.5em] py-[0.6em] text-[1.4em] font-semibold">
              {view.shop || 'Konter'}
            </Title>
            <SaleOnDisplay sale={view.sale} words={words} />
          </>
        ) : (
          <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-[0.5em] px-[2em] text-center">
            <Title className="text-[4.5em] leading-[1.15] font-bold text-balance break-words">
              {view.shop || 'Konter'}
            </Title>
            <p className="text-[2em] text-ink-soft">{words.welcome}</p>
          </div>
        )}
      </Page>
    </div>
  );
}
