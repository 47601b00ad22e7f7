import { trySettingsOf } from './actionSettings';

trySettingsOf((operation) => operation === 'radar.create');
