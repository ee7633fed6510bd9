import './ui/style.css';
import { recordEarlyKeys } from './state/early-keys.ts';

// The page's entry stays small: it records keys while the counter's own code is loaded.
recordEarlyKeys();
void import('./main.tsx');
