import './gallery.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadLaterMessages, startI18n } from '../../src/renderer/i18n/i18n.ts';
import { paintTheme } from '../../src/renderer/state/settings.ts';
import { Language, Theme } from '../../src/shared/domain/preferences.ts';
import { Gallery } from './Gallery.tsx';

/** ?language=en&theme=dark chooses how it is drawn. */
const params = new URL(window.location.href).searchParams;
const language = Language.catch('id').parse(params.get('language'));
const theme = Theme.catch('light').parse(params.get('theme'));

paintTheme(theme, false);
await startI18n(language);
await loadLaterMessages();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery language={language} theme={theme} />
    </StrictMode>,
  );
}
