import './host/no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startCounter } from './app/start.ts';
import { applyNonce } from './host/nonce.ts';
import { replayEarlyKeys } from './keys/early-keys.ts';
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
