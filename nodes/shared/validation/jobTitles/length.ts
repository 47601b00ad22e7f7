/** How long a text is by the two readings that lie furthest apart; the API does not say which one counts. */
export interface Length {
	/** Code points, without blanks at the ends. */
	least: number;
	/** UTF-16 units, with them. */
	most: number;
}

export const lengthOf = (text: string): Length => ({ least: codePoints(text.trim()), most: text.length });

export function codePoints(text: string): number {
	let count = text.length;
	for (let at = 1; at < text.length; at += 1) {
		const isSecondHalf =
			(text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
		if (isSecondHalf) count -= 1;
	}
	return count;
}
