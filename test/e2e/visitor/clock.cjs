// Loaded before n8n: makes its clock differ by CLOCK_CHANGE_MS milliseconds.
const change = Number(process.env.CLOCK_CHANGE_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + change;
globalThis.Date = class extends RealDate {
	constructor(...args) {
		super(...(args.length === 0 ? [now()] : args));
	}

	static now() {
		return now();
	}
};
