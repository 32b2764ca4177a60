/* n8n-workflow as the tests of the nodes import it; see load-n8n.cjs. */
module.exports = globalThis.requireOutsideOfJest(require.resolve('./load-n8n.cjs')).workflow;
