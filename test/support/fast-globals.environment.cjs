const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest's Node environment with an ordinary global object. Jest's own one is a proxy, so that code under test pays for
 * each use of `Math` or `Object`: drawing a QR code took a second instead of a few milliseconds.
 */
module.exports = class FastGlobals extends TestEnvironment {
	constructor(config, context) {
		const { createContext } = vm;
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			super(config, context);
		} finally {
			vm.createContext = createContext;
		}
		// See gateway/test/support/import-once.ts.
		this.global.importOutsideOfJest = (url) => import(url);
		// See test/nodes/support/outsideOfJest/load-n8n.cjs.
		this.global.requireOutsideOfJest = (file) => require(file);
	}

	async setup() {
		await super.setup();
		leaveErrorsOutsideOfJestAlone();
	}
};

/**
 * Jest captures 100 frames of each error and maps each to its source. Only what Jest has transformed needs that. The
 * code outside of Jest creates many errors that nobody prints: Baileys creates one for each timer, to have its stack.
 */
function leaveErrorsOutsideOfJestAlone() {
	Error.stackTraceLimit = 10;
	const mapToSources = Error.prepareStackTrace;
	Error.prepareStackTrace = (error, frames) =>
		frames.some(isTransformed) ? mapToSources(error, frames) : [error, ...frames].join('\n    at ');
}

/** Jest names its modules by their paths, Node.js those that it loads from TypeScript by their URLs. */
function isTransformed(frame) {
	const file = frame.getFileName() ?? '';
	return file.endsWith('.ts') && !file.startsWith('file:');
}
