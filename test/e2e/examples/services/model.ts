import type { Respond } from './services';

interface Message {
	role: string;
	content: unknown;
}

export interface Completion {
	messages: Message[];
	tools?: Array<{ function: { name: string } }>;
}

/** What a chat model is to do: use a tool, or say something. */
export type Turn = { tool: string; input: object } | string;

const messageOf = (turn: Turn) =>
	typeof turn === 'string'
		? { role: 'assistant', content: turn }
		: {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call-${turn.tool}`,
						type: 'function',
						function: { name: turn.tool, arguments: JSON.stringify(turn.input) },
					},
				],
			};

/** A chat model whose turns are laid down. */
export class Model {
	/** The turns to come. */
	turns: Turn[] = [];

	readonly respond: Respond = () => {
		const message = messageOf(this.turns.shift() ?? 'Nothing.');
		const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'stand-in',
			choices: [{ index: 0, message, finish_reason: finish }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	};
}
