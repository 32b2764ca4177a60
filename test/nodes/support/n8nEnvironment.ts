import { afterAll, beforeAll } from '@jest/globals';
import { Expression } from 'n8n-workflow';

// n8n's default configuration of expressions.
beforeAll(async () => {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
});

afterAll(async () => {
	await Expression.disposeExpressionEngine();
});
