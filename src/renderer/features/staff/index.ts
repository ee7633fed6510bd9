export { SupervisorPinForm } from './SupervisorPinForm.tsx';
