import { expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';

it('creates no more instances on two gateways together than the plan allows', async () => {
	const { folder, remove } = await temporaryFolder();
	const plan = { GATEWAY_PLAN: 'pro', GATEWAY_RATE_LIMITS: 'off' };
	const gateways = [await startGatewayProcess(folder, plan), await startGatewayProcess(folder, plan)];
	const answers = await Promise.all(
		Array.from({ length: 40 }, async (_, index) =>
			gateways[index % 2]?.post('/v1/instances', { name: `Shop ${index}` }),
		),
	);
	expect(answers.filter((answer) => answer?.status === 201)).toHaveLength(10);
	const refused = answers.filter((answer) => answer?.status !== 201);
	expect(new Set(refused.map((answer) => answer?.at('error.code')))).toEqual(
		new Set(['instance_limit_reached']),
	);
	for (const gateway of gateways) await gateway.end('SIGTERM');
	await remove();
});
