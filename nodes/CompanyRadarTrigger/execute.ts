import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { simplifyUpdate } from '../shared/simplifyUpdate';
import { storeOf } from './dedupe/store';
import { memoryOf } from './memory';
import { splitBulk } from './output/splitBulk';
import { verify, type Verified } from './output/verify';
import { replayId } from './polling/planPoll';
import { preview } from './preview';
import { readSettings, type Settings } from './settings';
import { envelopesIn } from './update';

const recordedId = ({ update, replay }: Verified): string =>
	replay === undefined ? String(update.update_id) : replayId(String(update.update_id), replay);

/** In the editor nothing is remembered. */
async function keepNew(
	execution: IExecuteFunctions,
	settings: Settings,
	updates: Verified[],
	isShared: boolean,
): Promise<Verified[]> {
	const mode = execution.getMode();
	if (mode === 'manual' || updates.length === 0) return updates;
	const once = [...new Map(updates.map((update) => [recordedId(update), update])).values()];
	const { recorder } = memoryOf(execution);
	const store = storeOf(execution, settings.remembered);
	const owner = once[0]?.handing ?? execution.getExecutionId();
	const wish = { owner, isRetry: mode === 'retry', isShared };
	const isNew = await recorder.keepNew(once.map(recordedId), wish, store);
	return once.filter((update) => isNew.has(recordedId(update)));
}

/** Runs on what webhook() or poll() handed over, before anything downstream. Recording is its last act. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(this);
	const envelopes = envelopesIn(this.getInputData());
	if (envelopes.length === 0) return this.getMode() === 'manual' ? [await preview(this, settings)] : [[]];

	const split = settings.splitBulk ? envelopes.flatMap(splitBulk) : envelopes;
	const verified = settings.verifyEvents ? await verify(this, split) : split;
	const isShared = envelopes.length > 1 && envelopes[0]?.pushed === true;
	const updates = await keepNew(this, settings, verified, isShared);
	const handing = envelopes[0]?.handing;
	if (this.getMode() !== 'manual' && handing !== undefined) memoryOf(this).handovers.confirm(handing);
	return [
		updates.map(({ update, verified: isVerified }) => ({
			json: {
				...(settings.simplify ? simplifyUpdate(update) : update),
				...(isVerified === undefined ? {} : { verified: isVerified }),
			},
		})),
	];
}
