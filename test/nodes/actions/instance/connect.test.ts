import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { until } from '../../../../gateway/test/support/until.ts';
import type { GatewayCredential } from '../../support/credentials.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway.ts';
import { createConnectedInstance, createInstance } from '../../support/instances.ts';
import { runNode, runNodeWith } from '../../support/runNode.ts';

let gateway: Gateway;
let credential: GatewayCredential;

beforeAll(async () => {
	gateway = await startGateway();
	credential = { baseUrl: gateway.url, apiKey: gateway.apiKey };
});

afterAll(async () => {
	await gateway.stop();
});

function connect(id: string, parameters: INodeParameters) {
	const instanceId = { __rl: true, mode: 'id', value: id };
	return runNode(credential, { resource: 'instance', operation: 'connect', instanceId, ...parameters });
}

function status(id: string): Promise<string> {
	return gateway
		.request<{ data: { status: string } }>('GET', `/v1/instances/${id}/status`)
		.then(({ body }) => body.data.status);
}

const WAIT: INodeParameters = { waitUntilConnected: true };

describe('Instance > Connect with Wait Until Connected', () => {
	it('returns the profile when the QR code is scanned', async () => {
		const id = await createInstance(gateway, 'To be scanned');
		const run = connect(id, WAIT);
		await until('a QR code', async () => (await status(id)) === 'qr_pending');
		await gateway.request('POST', `/simulator/v1/instances/${id}/scan`);

		const { items } = await run;

		expect(items).toMatchObject([
			{
				json: {
					id,
					status: 'connected',
					phone: expect.stringMatching(/^\d+$/),
					profileName: expect.any(String),
					connectedAt: expect.stringMatching(/Z$/),
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(items[0]?.json).not.toHaveProperty('qrCode');
	});

	it('returns at once for an instance that is already connected', async () => {
		const id = await createConnectedInstance(gateway, 'Connected');

		expect((await connect(id, WAIT)).items).toMatchObject([{ json: { id, status: 'connected' } }]);
	});

	it('fails with the next step when nobody scans in time', async () => {
		const id = await createInstance(gateway, 'Nobody comes');

		const { error } = await connect(id, { ...WAIT, options: { timeout: 0.05 } });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'Nobody scanned the QR code within 0.05 seconds',
			description: expect.stringContaining('Scan it with the phone'),
			context: { itemIndex: 0 },
		});
	});

	it('returns the current QR code at the time limit if On Timeout says so', async () => {
		const id = await createInstance(gateway, 'Later');

		const { items } = await connect(id, { ...WAIT, options: { timeout: 0.05, ifLate: 'qrCode' } });

		expect(items).toMatchObject([
			{ json: { status: 'qr_pending' }, binary: { data: { mimeType: 'image/png' } } },
		]);
	});

	it('fails when the instance is disconnected while it waits', async () => {
		const id = await createInstance(gateway, 'Given up');
		const run = connect(id, WAIT);
		await until('a QR code', async () => (await status(id)) === 'qr_pending');
		await gateway.request('POST', `/v1/instances/${id}/disconnect`);

		expect((await run).error).toMatchObject({
			message: 'The instance was disconnected while it connected',
		});
	});
});

describe('Instance > Connect by a pairing code', () => {
	const pairing: INodeParameters = { method: 'pairing_code', phone: '+49 170 0000042' };

	/** Types a code on the simulated phone. */
	function type(id: string, code: unknown) {
		return gateway.request('POST', `/simulator/v1/instances/${id}/pairing`, { code });
	}

	it('returns the code, and waits for the phone when it connects a second time', async () => {
		const id = await createInstance(gateway, 'To be paired');

		const { items } = await connect(id, pairing);

		expect(items).toMatchObject([
			{
				json: {
					status: 'qr_pending',
					pairingCode: expect.stringMatching(/^\w{4}-?\w{4}$/),
					pairingCodeExpiresAt: expect.stringMatching(/Z$/),
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(items[0]).not.toHaveProperty('binary');
		const { status: typed } = await type(id, items[0]?.json.pairingCode);
		expect(typed).toBe(200);
		expect((await connect(id, { ...pairing, ...WAIT })).items).toMatchObject([
			{ json: { id, status: 'connected', phone: '491700000042' } },
		]);
	});

	it('returns the current code at the time limit if On Timeout says so', async () => {
		const id = await createInstance(gateway, 'Later');
		const options = { timeout: 0.05, ifLate: 'qrCode' };

		const { items } = await connect(id, { ...pairing, ...WAIT, options });

		expect(items).toMatchObject([{ json: { status: 'qr_pending', pairingCode: expect.any(String) } }]);
		expect(items[0]).not.toHaveProperty('binary');
	});

	it('fails with the next step when nobody types the code in time', async () => {
		const id = await createInstance(gateway, 'Nobody comes');

		const { error } = await connect(id, { ...pairing, ...WAIT, options: { timeout: 0.05 } });

		expect(error).toMatchObject({
			message: 'Nobody typed the pairing code within 0.05 seconds',
			description: expect.stringContaining('Type it on the phone'),
		});
	});

	it('fails for a text that is no phone number', async () => {
		const id = await createInstance(gateway, 'Typing error');

		const { error } = await connect(id, { ...pairing, phone: 'Ada' });

		expect(error).toMatchObject({
			message: '"Ada" is not a phone number',
			description: expect.stringContaining('country code'),
		});
	});
});

describe('Instance > Connect through the official business API', () => {
	const officialAccount = {
		businessId: ' 102290129340398 ',
		phoneNumberId: '106540352242922',
		accessToken: 'token',
	};

	function connectOfficial(id: string, account: typeof officialAccount, parameters: INodeParameters = {}) {
		const instanceId = { __rl: true, mode: 'id', value: id };
		return runNode(
			{ ...credential, officialAccount: account },
			{ resource: 'instance', operation: 'connect', instanceId, method: 'official', ...parameters },
		);
	}

	it('takes the account from its credential, and returns the profile', async () => {
		const id = await createInstance(gateway, 'Official');

		const { items } = await connectOfficial(id, officialAccount, WAIT);

		expect(items).toMatchObject([
			{ json: { id, status: 'connected', profileName: 'Simulated business' }, pairedItem: { item: 0 } },
		]);
	});

	it('fails for invalid credentials', async () => {
		const id = await createInstance(gateway, 'Official');

		const { error } = await connectOfficial(id, { ...officialAccount, accessToken: 'wrong' });

		expect(error).toMatchObject({ message: 'The network operator does not accept the credentials' });
	});

	it('takes the account from the form in a node of version 1', async () => {
		const id = await createInstance(gateway, 'Official');
		const parameters = {
			resource: 'instance',
			operation: 'connect',
			instanceId: { __rl: true, mode: 'id', value: id },
			method: 'official',
			...officialAccount,
		};

		const run = await runNodeWith(credential, parameters, [{ json: {} }], 'stopWorkflow', undefined, 1);

		expect(run.items).toMatchObject([{ json: { status: 'connected' } }]);
	});

	it('sends no token where an expression of a node of version 1 has none', async () => {
		const id = await createInstance(gateway, 'Without a token');
		const parameters = {
			resource: 'instance',
			operation: 'connect',
			instanceId: { __rl: true, mode: 'id', value: id },
			method: 'official',
			...officialAccount,
			accessToken: '={{ null }}',
		};

		const run = await runNodeWith(credential, parameters, [{ json: {} }], 'stopWorkflow', undefined, 1);

		expect(run.error).toMatchObject({
			message: 'A parameter is not valid',
			description: expect.stringContaining('"accessToken"'),
		});
	});
});
