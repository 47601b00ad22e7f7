import type { INodeProperties } from 'n8n-workflow';

import { deliveryFields } from './delivery';
import { eventFields } from './events';
import { optionFields } from './options';
import { radarFields } from './radars';
import { testingFields } from './testing';
import { updateFields } from './updates';

export const fields: INodeProperties[] = [
	...eventFields,
	...deliveryFields,
	...radarFields,
	...updateFields,
	...testingFields,
	...optionFields,
];
