/** Spreads the bits of a 32-bit number, so that numbers in sequence do not look like it. */
export function mix(value: number): number {
	let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}

const hex = (value: number) => value.toString(16).padStart(8, '0');

/** What an id is for. */
const SPACES = { radar: 1, update: 2, bulk: 3, request: 4, charge: 5, record: 6 } as const;
export type IdSpace = keyof typeof SPACES;

/** Hands out UUIDs in sequence. The salt keeps the ids of one run apart from those of another. */
export class Ids {
	private readonly last = new Map<IdSpace, number>();

	constructor(private readonly salt: number) {}

	/** The number of the next thing of its kind, from 1. */
	number(space: IdSpace): number {
		const number = (this.last.get(space) ?? 0) + 1;
		this.last.set(space, number);
		return number;
	}

	next(space: IdSpace): string {
		return this.uuid(space, this.number(space));
	}

	/** The UUID of the n-th thing of its kind: different numbers give different ids. */
	uuid(space: IdSpace, number: number): string {
		const key = mix(this.salt + SPACES[space]);
		const first = mix(number ^ key);
		const second = mix(first ^ this.salt);
		const third = mix(second + key);
		const [a, b, c, d] = [hex(first), hex(second), hex(third), hex(mix(third ^ number))];
		return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
	}
}
