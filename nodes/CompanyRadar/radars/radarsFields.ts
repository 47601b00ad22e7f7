import type { INodeProperties } from 'n8n-workflow';

import { radarsField } from '../../shared/parameters/radarPicker';
import { withToolDescription } from '../../shared/parameters/fieldOptions';

/** The picker of several radars; a model gives their IDs. */
export const radarsFields = (description: string): INodeProperties[] =>
	withToolDescription(radarsField(description), `${description}: their IDs (radar_id), separated by commas`);
