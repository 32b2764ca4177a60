import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { status, statuses, webhook } from '../cloud-api-server/payloads.ts';
import { startCloudApi, type CloudApi } from '../support/official/cloud-api.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment, isLockAwaited } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { sendText } from '../support/gateway.ts';
import { reached } from '../support/media.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../support/official/official.ts';
import { until } from '../support/until.ts';

const PHONE = '16505551234';

describe("Meta's first status of a message whose acceptance is not stored yet", () => {
	let folder: string;
	let remove: () => Promise<void>;
	let meta: CloudApi;
	let gateway: GatewayProcess;
	let other: pg.Client;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		meta = await startCloudApi();
		gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
		const { DATABASE_URL } = await databaseEnvironment(folder);
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
	});
	afterEach(async () => {
		await other.end();
		await gateway.end('SIGTERM');
		await meta.close();
		await remove();
	});

	const sends = () => meta.requests('messages');
	/** Resolves when the gateway has answered as many requests one after another. */
	const answers = async (count: number): Promise<void> => {
		for (let index = 0; index < count; index += 1) await gateway.get('/livez');
	};

	it('is acknowledged once it is stored, so that a killed gateway does not send the message again', async () => {
		const instanceId = await officialInstance(gateway);
		await subscribe(meta, gateway.url, instanceId);
		await meta.hold();
		const id = await sendText(gateway, instanceId, PHONE);
		await until('the message at Meta', async () => (await sends()).length === 1);
		await other.query('begin');
		await other.query('select 1 from messages where id = $1 for update', [id]);
		await meta.letGo();
		await until('the gateway to store the response', () => isLockAwaited(folder));

		const wamid = (await sends())[0]?.wamid ?? '';
		const sent = webhook(statuses(status(wamid, 'sent', { biz_opaque_callback_data: id })));
		const notified = meta.notify(sent).catch(() => ({ status: null }));
		const answer = await Promise.race([notified, answers(50)]);
		await gateway.end('SIGKILL');
		await other.query('rollback');

		gateway = await startGatewayProcess(folder, whatsAppSettings(meta));
		await subscribe(meta, gateway.url, instanceId);
		// As Meta does: only what was not answered with 200 is repeated.
		if (answer?.status !== 200)
			await until('the status to be accepted', async () => (await meta.notify(sent)).status === 200);
		await reached(gateway, id, 'sent');
		expect(await sends()).toHaveLength(1);
	});
});
