// See n8n-workflow.cjs.
const { createHmac } = require('node:crypto');
const path = require('node:path');

const core = require('../../.artifacts/oldest-n8n/node_modules/n8n-core');

/** Whether a resume URL has the token that getSignedResumeUrl adds. */
function validateUrlSignature(token, url, secret) {
	const signed = new URL(url);
	signed.searchParams.delete(core.WAITING_TOKEN_QUERY_PARAM);
	const text = `${signed.host}${signed.pathname}${signed.search}`;
	return createHmac('sha256', secret).update(text).digest('hex') === token;
}

/** Reads the sample of a node's or an operation's output, which the editor of later versions shows. */
function loadOutputSchema({ nodeDir, version, resource, operation }) {
	for (const folder of [`v${version}.0.0`, 'v1.0.0']) {
		try {
			const file = resource === undefined ? folder : path.join(folder, resource, operation);
			return require(path.join(nodeDir, '__schema__', `${file}.json`));
		} catch {
			// The next older version.
		}
	}
	return undefined;
}

// Later versions have one argument for the place of a file.
const { store } = core.BinaryDataService.prototype;
core.BinaryDataService.prototype.store = function (place, ...rest) {
	const places = typeof place === 'object' ? [place.workflowId, place.executionId] : [place];
	return store.call(this, ...places, ...rest);
};

module.exports = { validateUrlSignature, loadOutputSchema, ...core };
