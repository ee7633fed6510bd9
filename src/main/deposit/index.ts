export { depositHandlers, depositStatus } from './api.ts';
export { type DepositRepository, depositHook, sqliteDeposit } from './deposit-repository.ts';
