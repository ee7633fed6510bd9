import '../../host/no-eval.ts';
import '../../ui/style.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DisplayPage } from './CustomerDisplay.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <DisplayPage />
    </StrictMode>,
  );
}
