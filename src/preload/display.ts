import { contextBridge, ipcRenderer } from 'electron';
import { displayBridge, displayChannel } from '../shared/contract/display-bridge.ts';

// The customer display receives views. It gets no way to call anything.
contextBridge.exposeInMainWorld(
  'konterDisplay',
  displayBridge((publish) => {
    ipcRenderer.on(displayChannel, (_ipcEvent, view: unknown) => publish(view));
  }),
);
