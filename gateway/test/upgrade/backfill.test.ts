import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runSql } from '../support/database.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { until } from '../support/until.ts';
import { startLaterVersion, type LaterGateway } from '../support/upgrade/later-gateway.ts';
import { storeMessages } from '../support/upgrade/messages.ts';

const COUNT = 400;

describe('a change of many rows', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: LaterGateway | undefined;

	const done = async (): Promise<number> => {
		const [row] = await runSql(folder, 'select done from backfills');
		return Number(row?.done ?? 0);
	};
	const shades = () =>
		runSql(folder, 'select shade, count(*) as count from messages group by shade order by shade');

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		await (await startGatewayProcess(folder)).end('SIGTERM');
		await storeMessages(folder, COUNT);
	});
	afterEach(async () => {
		await gateway?.end('SIGKILL');
		await remove();
	});

	it('continues in the background after kill -9, and changes each row once', async () => {
		const steps = ['9010-shade', '9010-shades'];
		gateway = await startLaterVersion(folder, steps, 'backfill');
		const ready = await gateway.ready;
		expect((await ready.get('/readyz')).status).toBe(200);
		await until('some batches', async () => (await done()) >= 30);
		await gateway.end('SIGKILL');
		const before = await done();
		expect(before).toBeLessThan(COUNT);

		gateway = await startLaterVersion(folder, steps);
		await until(
			'the end of the backfill',
			async () => (await runSql(folder, 'select finished from backfills'))[0]?.finished === 1,
		);
		const [all, ...others] = await shades();
		expect([Number(all?.shade), Number(all?.count), others]).toEqual([1, COUNT, []]);
		await until('the last line of it', () =>
			gateway?.logged().includes('in the background: 100 % of messages'),
		);
	});

	it('is complete before a step that relies on it, and says how far it is', async () => {
		const steps = ['9010-shade', '9010-shades', '9012-contract'];
		gateway = await startLaterVersion(folder, steps, 'backfill');
		await until(
			'some batches',
			async () => gateway?.logged().includes('step 2 of 2') === true && (await done()) >= 40,
		);
		const refused = await gateway.client.get('/readyz');
		expect(refused.status).toBe(503);
		expect(refused.text('error.message')).toMatch(
			/^The database is being upgraded: step 2 of 2, \d+ % of messages\.$/,
		);

		const { code } = await gateway.end('SIGTERM');
		expect(code).toBe(0);
		expect(await done()).toBeLessThan(COUNT);

		gateway = await startLaterVersion(folder, steps);
		await gateway.ready;
		const [all, ...others] = await shades();
		expect([Number(all?.shade), Number(all?.count), others]).toEqual([1, COUNT, []]);
	});
});
