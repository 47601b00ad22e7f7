import type { Resource } from '../../runner/operation';
import { create } from './create';
import { deactivate } from './deactivate';
import { get } from './get';
import { getMany } from './getMany';
import { syncList } from './syncList';

export const radar: Resource = {
	name: 'Radar',
	value: 'radar',
	defaultOperation: 'getMany',
	operations: [create, deactivate, get, getMany, syncList],
};
