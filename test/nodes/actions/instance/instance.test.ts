import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jsQR from 'jsqr';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PNG } from 'pngjs';

import type { GatewayCredential } from '../../support/credentials.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway.ts';
import { createConnectedInstance, createInstance } from '../../support/instances.ts';
import { runNode, runNodeWith } from '../../support/runNode.ts';

interface Instance {
	id: string;
	name: string;
	status: string;
	webhookUrl: string | null;
	webhookEvents: string[];
	settings: { autoRead: boolean; autoTyping: boolean };
}

let gateway: Gateway;
let credential: GatewayCredential;

beforeAll(async () => {
	gateway = await startGateway();
	credential = { baseUrl: gateway.url, apiKey: gateway.apiKey };
});

afterAll(async () => {
	await gateway.stop();
});

function run(operation: string, parameters: INodeParameters = {}, items?: IDataObject[]) {
	return runNode(credential, { resource: 'instance', operation, ...parameters }, items);
}

function byId(value: string): INodeParameters {
	return { instanceId: { __rl: true, mode: 'id', value } };
}

describe('Instance > Create', () => {
	it('creates an instance per item, paired with the item', async () => {
		const { items } = await run('create', { name: '={{ $json.name }}' }, [
			{ name: 'Support' },
			{ name: 'Sales' },
		]);

		expect(items).toMatchObject([
			{ json: { name: 'Support', status: 'disconnected', phone: null }, pairedItem: { item: 0 } },
			{ json: { name: 'Sales', status: 'disconnected', phone: null }, pairedItem: { item: 1 } },
		]);
		const id = items[1]?.json.id as string;
		const { body } = await gateway.request<{ data: Instance }>('GET', `/v1/instances/${id}`);
		expect(body.data.name).toBe('Sales');
	});

	it('sends the added options', async () => {
		const { items } = await run('create', {
			name: 'With options',
			options: {
				autoRead: true,
				autoTyping: false,
				webhookUrl: 'http://127.0.0.1:9/events',
				webhookEvents: ['message.received', 'message.failed'],
			},
		});

		const id = items[0]?.json.id as string;
		const { body } = await gateway.request<{ data: Instance }>('GET', `/v1/instances/${id}`);
		expect(body.data).toMatchObject({
			settings: { autoRead: true, autoTyping: false },
			webhookUrl: 'http://127.0.0.1:9/events',
		});
	});
});

describe('Instance > Get', () => {
	it('returns the instance selected from the list', async () => {
		const id = await createInstance(gateway, 'Chosen');

		const { items } = await run('get', { instanceId: { __rl: true, mode: 'list', value: id } });

		expect(items).toMatchObject([{ json: { id, name: 'Chosen' }, pairedItem: { item: 0 } }]);
	});

	it('fails without a request when an expression returns no instance', async () => {
		const { error } = await run('get', byId('={{ $json.nothing }}'));

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'No instance is selected',
			context: { itemIndex: 0 },
		});
	});
});

describe('Instance > Get Many', () => {
	it('returns as many as the limit, newest first', async () => {
		await createInstance(gateway, 'Older');
		await createInstance(gateway, 'Newer');

		const { items } = await run('getAll', { returnAll: false, limit: 2 });

		expect(items.map(({ json }) => json.name)).toEqual(['Newer', 'Older']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it('reads every page for Return All, and as many as a limit above the page size needs', async () => {
		const names = Array.from({ length: 101 }, (_, index) => `Many ${index}`);
		await Promise.all(names.map((name) => createInstance(gateway, name)));

		const all = await run('getAll', { returnAll: true });
		const ids = new Set(all.items.map(({ json }) => json.id));
		const { body } = await gateway.request<{ pagination: { total: number } }>('GET', '/v1/instances?limit=1');
		expect(ids.size).toBe(body.pagination.total);

		const some = await run('getAll', { returnAll: false, limit: 101 });
		expect(some.items).toHaveLength(101);
	});

	it('returns only instances with the status of the filter', async () => {
		const id = await createConnectedInstance(gateway, 'Connected');

		const { items } = await run('getAll', { returnAll: true, filters: { status: 'connected' } });

		expect(items.map(({ json }) => json.id)).toEqual([id]);
		await gateway.request('POST', `/simulator/v1/instances/${id}/logout`);
	});

	it('finds the instances whose code waits for the phone', async () => {
		const id = await createInstance(gateway, 'Waits for the phone');
		await gateway.request('POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });

		const { items } = await run('getAll', { returnAll: true, filters: { status: 'qr_pending' } });

		expect(items.map(({ json }) => json.id)).toEqual([id]);
		await gateway.request('DELETE', `/v1/instances/${id}`);
	});
});

describe('Instance > Get Health', () => {
	it('returns the intervals of the period as Raw', async () => {
		const id = await createConnectedInstance(gateway, 'With a history');

		const { items } = await run('getHealth', { ...byId(id), period: '7d', output: 'raw' });

		const { period, interval, intervals } = items[0]?.json as IDataObject & { intervals: IDataObject[] };
		expect(period).toBe('7d');
		expect(interval).toEqual(expect.any(Number));
		expect(intervals.at(-1)).toMatchObject({ connected: expect.any(Number), sent: 0, failed: 0 });
	});
});

describe('Instance > Connect, Get QR Code, Get Status', () => {
	it('connect an instance after its QR code is scanned', async () => {
		const id = await createInstance(gateway, 'To be connected');

		const connect = await run('connect', byId(id));
		expect(connect.items).toMatchObject([
			{
				json: {
					success: true,
					status: 'qr_pending',
					qrCode: expect.stringMatching(/^data:image\/png;base64,/),
				},
				pairedItem: { item: 0 },
			},
		]);

		const pending = await run('getStatus', byId(id));
		expect(pending.items).toMatchObject([{ json: { id, status: 'qr_pending' }, pairedItem: { item: 0 } }]);

		await gateway.request('POST', `/simulator/v1/instances/${id}/scan`);
		const connected = await run('getStatus', byId(id));
		expect(connected.items[0]?.json).toMatchObject({ id, status: 'connected' });
	});

	it('return the QR code as a PNG file that a phone can scan', async () => {
		const id = await createInstance(gateway, 'To be scanned');
		await run('connect', byId(id));

		const { items } = await run('getQrCode', { ...byId(id), binaryPropertyName: 'code' });

		expect(items).toMatchObject([{ json: { status: 'qr_pending' }, pairedItem: { item: 0 } }]);
		const file = items[0]?.binary?.code;
		expect(file).toMatchObject({ mimeType: 'image/png', fileName: `qr-code-${id}.png`, fileType: 'image' });
		const image = PNG.sync.read(Buffer.from(file?.data ?? '', 'base64'));
		const code = jsQR(new Uint8ClampedArray(image.data), image.width, image.height);
		expect(code?.data).toBeTruthy();
	});

	it('put the QR code into the field "data" where an expression names no field', async () => {
		const id = await createInstance(gateway, 'Without a field');
		await run('connect', byId(id));

		const { items } = await run('getQrCode', { ...byId(id), binaryPropertyName: '={{ null }}' });

		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['data']);
	});

	it('fail when the instance is already connected', async () => {
		const id = await createConnectedInstance(gateway, 'Connected already');

		const connect = await run('connect', byId(id));
		expect(connect.error).toMatchObject({
			message: 'The instance is already connected',
			httpCode: '409',
		});
		const qrCode = await run('getQrCode', byId(id));
		expect(qrCode.error).toMatchObject({
			message: 'The instance is already connected, so there is no QR code',
		});
	});
});

describe('Instance > Disconnect', () => {
	it('does not advise connecting an instance that is disconnected', async () => {
		const id = await createInstance(gateway, 'Never connected');

		const { error } = await run('disconnect', byId(id));

		expect(error).toMatchObject({
			message: 'The instance is already disconnected',
			description: expect.stringMatching(/^The gateway says: .* There is nothing to do\. Request ID: \S+$/),
		});
	});
});

describe('Instance > Update', () => {
	it('changes the release of taken chats and the rejection of calls', async () => {
		const id = await createInstance(gateway, 'Support');
		const update = (updateFields: INodeParameters) => run('update', { ...byId(id), updateFields });

		const { items } = await update({ releaseAfter: ' 45m ', rejectCalls: true });
		expect(items[0]?.json.settings).toMatchObject({
			takeover: { releaseAfter: '45m' },
			rejectCalls: true,
			autoTyping: true,
		});
		const { items: off } = await update({ releaseAfter: '' });
		expect(off[0]?.json.settings).toMatchObject({ takeover: null, rejectCalls: true });
	});
});

describe('Instance > Update Profile', () => {
	it.each([
		['No fields to update', {}],
		['Two pictures are given', { pictureField: 'data', pictureUrl: '' }],
	])('fails when it makes no sense: %s', async (message, updateFields) => {
		const id = await createInstance(gateway, 'Support');

		expect((await run('updateProfile', { ...byId(id), updateFields })).error).toMatchObject({ message });
	});

	it('takes the picture from a file, and removes it again', async () => {
		const id = await createConnectedInstance(gateway, 'With a picture');
		const data = { data: PNG.sync.write(new PNG({ width: 64, height: 64 })).toString('base64') };
		const file = { ...data, mimeType: 'image/png', fileName: 'logo.png' };
		const parameters = { resource: 'instance', operation: 'updateProfile', ...byId(id) };

		const { items } = await runNodeWith(
			credential,
			{ ...parameters, updateFields: { pictureField: 'logo' } },
			[{ json: {}, binary: { logo: file } }],
		);
		expect(items).toMatchObject([{ json: { profilePicUrl: expect.any(String) } }]);

		const removed = await run('updateProfile', { ...byId(id), updateFields: { pictureUrl: '' } });
		expect(removed.items).toMatchObject([{ json: { profilePicUrl: null } }]);
	});
});

describe('Instance > Get Status', () => {
	it('returns the fields of the version of the node', async () => {
		const id = await createConnectedInstance(gateway, 'With a status');
		const parameters = { resource: 'instance', operation: 'getStatus', ...byId(id) };
		const fieldsOf = async (version: number) => {
			const nothing = [{ json: {} }];
			const { items } = await runNodeWith(credential, parameters, nothing, undefined, undefined, version);
			return Object.keys(items[0]?.json ?? {});
		};
		const shared = ['id', 'name', 'status', 'phone', 'profileName'];

		expect(await fieldsOf(1)).toEqual([...shared, 'connectedAt', 'qrCodeExpiresAt', 'stats', 'health']);
		expect(await fieldsOf(2)).toEqual([
			...shared,
			...['disconnectReason', 'pairingCode', 'lastReceivedAt', 'restriction', 'stats'],
		]);
	});
});
