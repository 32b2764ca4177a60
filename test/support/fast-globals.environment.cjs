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
};
