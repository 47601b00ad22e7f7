import { LISTS, trySettingsOf } from './actionSettings';

trySettingsOf((operation) => ![...LISTS, 'radar.create'].includes(operation));
