import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { binaryOutput, getOutputField } from '../../descriptions/binaryOutput';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { toPhone } from '../../descriptions/phone';
import { getText } from '../../descriptions/text';
import { excerptOf } from '../../excerpt';
import { gatewayRequest, gatewayRequestIgnoring } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instancePath } from './instancePath';
import { officialAccount, officialAccountFields } from './officialAccount';
import { qrCodeFile } from './qrCodeFile';
import { waitUntilConnected } from './waitUntilConnected';

const properties: INodeProperties[] = [
	instanceLocator,
	{
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: [
			{
				name: 'Official Business API',
				value: 'official',
				description: "Use the network operator's business API, intended for production",
			},
			{
				name: 'Pairing Code',
				value: 'pairing_code',
				description: 'Type a code on the phone of the account, e.g. when nobody can scan a QR code',
			},
			{
				name: 'QR Code',
				value: 'qrcode',
				description: 'Scan a QR code with the phone of the account, intended for testing',
			},
		],
		default: 'qrcode',
		description: 'How to connect the instance with its account',
	},
	...officialAccountFields,
	{
		displayName: 'Phone Number',
		name: 'phone',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { method: ['pairing_code'] } },
		placeholder: 'e.g. +49 170 0000042',
		description: 'The number of the account, with its country code',
		hint: 'Type the code on this phone: Linked devices > Link a device > Link with phone number',
	},
	{
		displayName: 'Wait Until Connected',
		name: 'waitUntilConnected',
		type: 'boolean',
		default: false,
		description:
			'Whether to continue only when the instance is connected. If disabled, the node returns the QR code or the pairing code at once, e.g. to mail it; use Connect a second time to wait for the phone.',
	},
	{
		displayName:
			'While the node waits, the page of the gateway shows the pairing code. To send the code to somebody, connect without waiting first.',
		name: 'pairingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { method: ['pairing_code'], waitUntilConnected: [true] } },
	},
	binaryOutput('QR code image'),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: { waitUntilConnected: [true] } },
		options: [
			{
				displayName: 'Limit Wait Time (Seconds)',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 120,
				description: 'How long to wait for the connection',
			},
			{
				displayName: 'On Timeout',
				name: 'ifLate',
				type: 'options',
				options: [
					{ name: 'Fail', value: 'fail', description: 'Stop with an error that names the next step' },
					{
						name: 'Return the Current Code',
						value: 'qrCode',
						description: 'Continue with a fresh code, e.g. to send it again',
					},
				],
				default: 'fail',
				description: 'What to do when the phone does not connect in time',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['connect'] } },
	properties,
);

/** The response of the gateway, which has no `data`. With the status `qr_pending` it holds a code to scan or to type. */
interface Connection extends IDataObject {
	success: boolean;
	status: string;
	qrCode?: string;
}

/**
 * POST /v1/instances/{instanceId}/connect. Returns the gateway's response, a QR code also as a PNG file. With Wait
 * Until Connected it returns the result of `waitUntilConnected`, at once for an instance that is connected already.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = instancePath(this, itemIndex);
	const request = {
		method: 'POST',
		path: `${path}/connect`,
		body: await connectBody(this, itemIndex),
		itemIndex,
	} as const;
	if (toBoolean(this.getNodeParameter('waitUntilConnected', itemIndex, false)) === true) {
		await gatewayRequestIgnoring(this, 'instance_already_connected', request);
		return [await waitUntilConnected(this, itemIndex)];
	}

	const connection = await gatewayRequest<Connection>(this, request);
	const file = await qrCodeFile(this, connection.qrCode, getInstanceId(this, itemIndex));
	if (!file) return [{ json: connection }];
	const field = getOutputField(this, itemIndex);
	return [{ json: connection, binary: { [field]: file } }];
}

async function connectBody(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const method = context.getNodeParameter('method', itemIndex, 'qrcode') as string;
	if (method === 'official') return { method, ...(await officialAccount(context, itemIndex)) };
	if (method !== 'pairing_code') return { method };
	const entered = getText(context, 'phone', 'Phone Number', itemIndex);
	const phone = toPhone(entered);
	if (phone !== undefined) return { method, phone };
	throw new NodeOperationError(context.getNode(), `"${excerptOf(entered)}" is not a phone number`, {
		description: 'Enter the number of the account with its country code, e.g. +49 170 0000042.',
		itemIndex,
	});
}
