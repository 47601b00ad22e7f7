const MICRO_DECIMALS = 6;

let format: Intl.NumberFormat | undefined;
let shortFormat: Intl.NumberFormat | undefined;

/** E.g. $0.10; more than two decimals only if the amount has them. The format is created on first use, since it's slow to load. */
export const usd = (amount: number): string =>
	(format ??= new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency: 'USD',
		maximumFractionDigits: MICRO_DECIMALS,
	})).format(amount);

/** A large amount in short form: $4.5M. */
export const shortUsd = (amount: number): string =>
	(shortFormat ??= new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency: 'USD',
		notation: 'compact',
		maximumSignificantDigits: 3,
	})).format(amount);
