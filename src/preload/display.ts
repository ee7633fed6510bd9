import { contextBridge, ipcRenderer } from 'electron';
import { displayBridge, displayChannel } from '../shared/contract/display-bridge.ts';

// The customer's display hears what to show. It is given no way to ask for anything.
contextBridge.exposeInMainWorld(
  'konterDisplay',
  displayBridge((tell) => {
    ipcRenderer.on(displayChannel, (_ipcEvent, view: unknown) => tell(view));
  }),
);
