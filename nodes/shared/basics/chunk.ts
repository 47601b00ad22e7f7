/** Cuts a list into groups of at most `size`, in order. */
export const chunk = <T>(list: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
		list.slice(index * size, (index + 1) * size),
	);
