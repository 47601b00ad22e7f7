import fc from 'fast-check';

type Edit = (text: string) => string;

/** One small damage to a text: a part left out, doubled, put in, or its case changed. */
const edit = (pieces: readonly string[]): fc.Arbitrary<Edit> =>
	fc
		.tuple(fc.nat(999), fc.nat(3), fc.constantFrom(...pieces), fc.nat(3))
		.map(([place, length, piece, kind]) => (text: string) => {
			const at = Math.floor((place / 1000) * (text.length + 1));
			const [before, part, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
			switch (kind) {
				case 0:
					return before + after;
				case 1:
					return before + part + part + after;
				case 2:
					return before + piece + part + after;
				default:
					return before + (part === part.toUpperCase() ? part.toLowerCase() : part.toUpperCase()) + after;
			}
		});

/** Texts of an arbitrary, damaged in one to three places. */
export const mutated = (texts: fc.Arbitrary<string>, pieces: readonly string[]): fc.Arbitrary<string> =>
	fc
		.tuple(texts, fc.array(edit(pieces), { minLength: 1, maxLength: 3 }))
		.map(([text, edits]) => edits.reduce((current, change) => change(current), text));
