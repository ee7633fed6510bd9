export { BatchBar, BatchScreen } from './BatchScreen.tsx';
