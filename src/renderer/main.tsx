import './host/no-eval.ts';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startCounter } from './app/start.ts';
import { replayEarlyKeys } from './state/early-keys.ts';
import { isLocked, usePeople } from './state/people.ts';

applyNonce();
const root = document.getElementById('root');
if (root) {
  await startCounter();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await replayEarlyKeys(() => isLocked(usePeople.getState()));
  root.removeAttribute('aria-busy');
}

/** Gives the page's nonce to libraries that inject a style sheet: the content security policy requires it. */
function applyNonce(): void {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  if (nonce) setNonce(nonce);
}
