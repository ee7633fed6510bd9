export { BatchBar } from './BatchBar.tsx';
export { BatchScreen } from './BatchScreen.tsx';
