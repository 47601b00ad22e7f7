import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { RevealResult } from '../../../shared/interface/types';

/** Addresses are personal data and the memory is stored with the run: it stays small. */
const MOST_ANSWERS = 2000;

/** What this execution has paid for. n8n keeps it with the run, so it outlives loops, retries and waits. */
export interface RevealMemory {
	answers: Record<string, RevealResult>;
	answersKept: number;
	spentMicros: number;
	highestMicros: number;
}

export function revealMemory(execution: IExecuteFunctions): RevealMemory {
	const context = execution.getContext('node') as IDataObject & { reveal?: RevealMemory };
	context.reveal ??= { answers: {}, answersKept: 0, spentMicros: 0, highestMicros: 0 };
	return context.reveal;
}

export function remember(memory: RevealMemory, ip: string, answer: RevealResult): void {
	if (memory.answersKept >= MOST_ANSWERS || memory.answers[ip]) return;
	memory.answers[ip] = answer;
	memory.answersKept++;
}
