import { defineOperation } from '../../../shared/run/operation';
import { readEntries, noteRun } from '../../sync/readList';
import { failedRow, type SyncRow } from '../../sync/rows';
import { syncFields, readSettings } from '../../sync/settings';
import { syncRadars } from '../../sync/syncRadars';

export type Output = SyncRow;

/** Calls the API operations `getAccount`, `listRadars`, `createRadarsInBulk`, `getBulkResults` and `deactivateRadarsInBulk`. */
export const syncList = defineOperation({
	name: 'Sync List',
	value: 'syncList',
	action: 'Sync list of radars (charged)',
	description: 'Keep your radars in sync with a list. Plan is free; Apply charges for new radars.',
	outputHint:
		'change (create, keep, changed, deactivate, refused, failed), reason, differs_in, and the radar. Only applyRows takes the rows of a plan; apply takes the whole list.',
	lastColumns: ['differs_in', 'plan'],
	fields: syncFields,
	failedColumns: failedRow,
	failedFirst: true,
	begin: noteRun,
	readSettings,
	readInput: readEntries,
	run: syncRadars,
});
