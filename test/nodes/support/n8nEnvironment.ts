import { afterAll, beforeAll } from '@jest/globals';
import { Expression } from 'n8n-workflow';

// n8n's default configuration of expressions, but on a busy machine an expression may wait for the processor for longer
// than n8n's five seconds.
beforeAll(async () => {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 60_000,
		bridgeMemoryLimit: 128,
	});
});

afterAll(async () => {
	await Expression.disposeExpressionEngine();
});
