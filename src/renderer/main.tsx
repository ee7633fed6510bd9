import './host/no-eval.ts';
import './design/style.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startCounter } from './app/start.ts';
import { takeNonceOfPage } from './host/nonce.ts';

takeNonceOfPage();
const root = document.getElementById('root');
if (root) {
  await startCounter();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
