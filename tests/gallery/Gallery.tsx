import { type Language, Theme } from '../../src/shared/domain/preferences.ts';
import { ActionsPart } from './parts/ActionsPart.tsx';
import { ColoursPart } from './parts/ColoursPart.tsx';
import { FieldsPart } from './parts/FieldsPart.tsx';
import { NoticesPart } from './parts/NoticesPart.tsx';
import { SalesPart } from './parts/SalesPart.tsx';
import { SlipsPart } from './parts/SlipsPart.tsx';
import { StatesPart } from './parts/StatesPart.tsx';
import { TypePart } from './parts/TypePart.tsx';

const parts = {
  colours: ColoursPart,
  type: TypePart,
  actions: ActionsPart,
  fields: FieldsPart,
  states: StatesPart,
  notices: NoticesPart,
  sales: SalesPart,
  slips: SlipsPart,
};

/** Every piece that screens are made of, in every state, on one page: what does not look right here looks right nowhere. */
export function Gallery({ language, theme }: { language: Language; theme: Theme }) {
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-10 bg-canvas p-6 text-ink">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-title font-semibold">Konter</h1>
        <nav aria-label="Look" className="flex flex-wrap gap-4">
          {Theme.options
            .filter((name) => name !== 'system')
            .flatMap((name) =>
              (['id', 'en'] as const).map((tongue) => (
                <a
                  key={`${name} ${tongue}`}
                  className="flex min-h-11 items-center underline"
                  aria-current={name === theme && tongue === language ? 'page' : undefined}
                  href={`?theme=${name}&language=${tongue}`}
                >
                  {name}, {tongue}
                </a>
              )),
            )}
        </nav>
      </header>
      {Object.entries(parts).map(([name, Section]) => (
        <section key={name} aria-label={name} className="flex flex-col gap-4">
          <h2 className="border-b border-line text-large font-semibold">{name}</h2>
          <Section />
        </section>
      ))}
    </main>
  );
}
