// What the tests of the nodes use of n8n-workflow: that of the oldest n8n, and stand-ins for what only the tests' own
// stand-in for n8n needs and it does not have yet. The nodes must not use these; the type check makes sure of that.
const workflow = require('../../.artifacts/oldest-n8n/node_modules/n8n-workflow');

const { Expression } = workflow;
// Expressions ran in n8n's own process.
Expression.initExpressionEngine ??= () => Promise.resolve();
Expression.disposeExpressionEngine ??= () => Promise.resolve();
Expression.prototype.acquireIsolate ??= () => Promise.resolve();
Expression.prototype.releaseIsolate ??= () => Promise.resolve();

/** The run data of an execution, as n8n's own code put it together. */
function createRunExecutionData({ executionData, resultData, startData, ...rest } = {}) {
	return {
		startData: startData ?? {},
		resultData: { runData: {}, pinData: {}, ...resultData },
		executionData: {
			contextData: {},
			nodeExecutionStack: [],
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			...executionData,
		},
		...rest,
	};
}

module.exports = {
	createRunExecutionData,
	createEmptyRunExecutionData: () => createRunExecutionData(),
	...workflow,
};
