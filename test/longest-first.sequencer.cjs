const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take minutes, longest first. */
const LONGEST = [
	'docs/test/commands.test.ts',
	'gateway/test/dashboard/every-screen/hostile-text.test.ts',
	'gateway/test/network/contract/whatsapp-web.test.ts',
	'gateway/test/dashboard/every-screen/accessibility.test.ts',
	'scenarios/test/exercise/network-troubles.test.ts',
	'test/e2e/editor.test.ts',
];

/**
 * Begins with the files that take minutes. On a machine that has run no test yet Jest begins with the largest files, and
 * ends with one worker on the commands of the documentation while the other workers have nothing left to do.
 */
module.exports = class LongestFirstSequencer extends Sequencer {
	sort(tests) {
		const place = (test) => {
			const index = LONGEST.indexOf(path.relative(test.context.config.rootDir, test.path));
			return index === -1 ? LONGEST.length : index;
		};
		return super.sort(tests).toSorted((left, right) => place(left) - place(right));
	}
};
