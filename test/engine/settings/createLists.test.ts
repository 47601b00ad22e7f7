import { LISTS, trySettingsOf } from './actionSettings';

trySettingsOf((operation) => LISTS.includes(operation));
