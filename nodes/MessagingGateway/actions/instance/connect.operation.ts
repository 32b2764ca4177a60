import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { binaryOutput } from '../../descriptions/binaryOutput';
import { getInstanceId, instanceLocator } from '../../descriptions/instanceLocator';
import { gatewayRequest, gatewayRequestIgnoring } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instancePath } from './instancePath';
import { qrCodeFile } from './qrCodeFile';
import { waitUntilConnected } from './waitUntilConnected';

const officialOnly = { show: { method: ['official'] } };

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
				name: 'QR Code',
				value: 'qrcode',
				description: 'Scan a QR code with the phone of the account, intended for testing',
			},
		],
		default: 'qrcode',
		description: 'How to connect the instance with its account',
	},
	{
		displayName: 'Business ID',
		name: 'businessId',
		type: 'string',
		default: '',
		required: true,
		displayOptions: officialOnly,
		placeholder: 'e.g. 102290129340398',
		description: 'The business account at the network operator',
	},
	{
		displayName: 'Phone Number ID',
		name: 'phoneNumberId',
		type: 'string',
		default: '',
		required: true,
		displayOptions: officialOnly,
		placeholder: 'e.g. 106540352242922',
		description: 'The ID that the network operator assigned to the phone number, not the number itself',
	},
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		displayOptions: officialOnly,
		description:
			'A token of the network operator with the permission to send messages. The gateway never returns it.',
	},
	{
		displayName: 'Wait Until Connected',
		name: 'waitUntilConnected',
		type: 'boolean',
		default: false,
		description:
			'Whether to continue only when the instance is connected. If disabled, the node returns the QR code at once, e.g. to mail it; use Connect a second time to wait for the scan.',
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
						name: 'Return the Current QR Code',
						value: 'qrCode',
						description: 'Continue with a fresh code, e.g. to send it again',
					},
				],
				default: 'fail',
				description: 'What to do when nobody scans the QR code in time',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['instance'], operation: ['connect'] } },
	properties,
);

/** The response of the gateway, which has no `data`. With the status `qr_pending` it holds a code to scan. */
interface Connection extends IDataObject {
	success: boolean;
	status: string;
	qrCode?: string;
}

/**
 * POST /v1/instances/{instanceId}/connect. Returns the gateway's response with the QR code as a PNG file. With Wait
 * Until Connected it returns the result of `waitUntilConnected`, at once for an instance that is connected already.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = instancePath(this, itemIndex);
	const request = {
		method: 'POST',
		path: `${path}/connect`,
		body: connectBody(this, itemIndex),
		itemIndex,
	} as const;
	if (this.getNodeParameter('waitUntilConnected', itemIndex, false) === true) {
		await gatewayRequestIgnoring(this, 'instance_already_connected', request);
		return [await waitUntilConnected(this, itemIndex)];
	}

	const connection = await gatewayRequest<Connection>(this, request);
	const file = await qrCodeFile(this, connection.qrCode, getInstanceId(this, itemIndex));
	if (!file) return [{ json: connection }];
	const field = this.getNodeParameter('binaryPropertyName', itemIndex, 'data') as string;
	return [{ json: connection, binary: { [field]: file } }];
}

function connectBody(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const method = context.getNodeParameter('method', itemIndex, 'qrcode') as string;
	if (method !== 'official') return { method };
	const field = (name: string) => String(context.getNodeParameter(name, itemIndex)).trim();
	return {
		method,
		businessId: field('businessId'),
		phoneNumberId: field('phoneNumberId'),
		accessToken: field('accessToken'),
	};
}
