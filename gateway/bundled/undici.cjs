/*
 * The parts of undici that the gateway uses. The index of the package also loads fetch, WebSockets, caches and mocks,
 * which is 4 MB of memory.
 */

const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');

// Adds `request` and the like to each dispatcher, as the index does.
Object.assign(Dispatcher.prototype, require('undici/lib/api/index.js'));

module.exports = {
	Agent: require('undici/lib/dispatcher/agent.js'),
	buildConnector: require('undici/lib/core/connect.js'),
	errors: require('undici/lib/core/errors.js'),
	// Loaded when they are used: only some installations need them.
	get Dispatcher1Wrapper() {
		return require('undici/lib/dispatcher/dispatcher1-wrapper.js');
	},
	get FormData() {
		return require('undici/lib/web/fetch/formdata.js').FormData;
	},
	get Socks5ProxyAgent() {
		return require('undici/lib/dispatcher/socks5-proxy-agent.js');
	},
};
