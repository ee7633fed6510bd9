export { CustomerDisplay } from './CustomerDisplay.tsx';
