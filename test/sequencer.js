const { default: Sequencer } = require('@jest/test-sequencer');

/** Starts with the fault table, which takes longest: where Jest knows no times yet, it goes by the size of the files. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLongest = ({ path }) => path.includes('faultTable');
		const sorted = super.sort(tests);
		return [...sorted.filter(isLongest), ...sorted.filter((test) => !isLongest(test))];
	}
};
