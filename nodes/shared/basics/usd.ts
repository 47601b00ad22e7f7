const MICRO_DECIMALS = 6;

let format: Intl.NumberFormat | undefined;
let shortFormat: Intl.NumberFormat | undefined;

/** An amount as people write it: $0.10, and with more decimals only where it has them. Created on first use, since it is slow to load. */
export const usd = (amount: number): string =>
	(format ??= new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency: 'USD',
		maximumFractionDigits: MICRO_DECIMALS,
	})).format(amount);

/** A large amount as the news write it: $4.5M. */
export const shortUsd = (amount: number): string =>
	(shortFormat ??= new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency: 'USD',
		notation: 'compact',
		maximumSignificantDigits: 3,
	})).format(amount);
