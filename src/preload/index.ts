import { contextBridge, ipcRenderer } from 'electron';
import { buildKonter } from '../shared/contract/bridge.ts';
import { electronWire } from './electron-wire.ts';

contextBridge.exposeInMainWorld('konter', buildKonter(electronWire(ipcRenderer)));
