import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { instanceIdOf } from '../../descriptions/instanceLocator';
import { numberOrThrow } from '../../descriptions/number';
import { pause } from '../../transport/pause';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instancePath } from './path';
import { qrCodeFile } from './qrCodeFile';

/** How often the status is asked for (specification: GET /v1/instances/{instanceId}/status). */
const INTERVAL_MS = 2_000;

interface Status extends IDataObject {
	status: string;
	qrCode: string | null;
	qrCodeExpiresAt: string | null;
}

/** The options of the wait; n8n gives only those that were added. */
interface WaitOptions {
	ifLate?: 'fail' | 'qrCode';
	timeout?: number;
}

/**
 * Asks for the status of the chosen instance every two seconds until it is connected.
 *
 * Gives the connected instance with its profile. When the time is over it throws a NodeOperationError, or gives
 * the QR code that is on show by then: the gateway makes a new one whenever one expires. An instance that falls
 * back to `disconnected` while it connects ends the wait at once.
 */
export async function waitUntilConnected(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<OperationOutput> {
	const { ifLate = 'fail', timeout: limit = 120 } = context.getNodeParameter(
		'options',
		itemIndex,
		{},
	) as WaitOptions;
	const timeout = numberOrThrow(context, limit, 'Wait at Most', itemIndex);
	const deadline = Date.now() + timeout * 1000;
	const path = `${instancePath(context, itemIndex)}/status`;
	for (;;) {
		const current = await gatewayData<Status>(context, { method: 'GET', path, itemIndex });
		if (current.status === 'connected') return { json: profileOf(current) };
		if (current.status === 'disconnected') throw refused(context, itemIndex);
		const left = deadline - Date.now();
		if (left <= 0) {
			if (ifLate === 'qrCode') return await currentQrCode(context, current, itemIndex);
			throw late(context, timeout, current, itemIndex);
		}
		await pause(context, Math.min(INTERVAL_MS, left));
	}
}

/** What is worth knowing of the instance; there is no code to scan any more. */
function profileOf({
	id,
	name,
	status,
	phone,
	profileName,
	profilePicUrl,
	connectedAt,
}: Status): IDataObject {
	return { id, name, status, phone, profileName, profilePicUrl, connectedAt };
}

async function currentQrCode(
	context: IExecuteFunctions,
	{ status, qrCode, qrCodeExpiresAt }: Status,
	itemIndex: number,
): Promise<OperationOutput> {
	const json = { status, qrCode, qrCodeExpiresAt };
	const file = await qrCodeFile(context, qrCode, instanceIdOf(context, itemIndex));
	const field = context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as string;
	return file ? { json, binary: { [field]: file } } : { json };
}

function late(context: IExecuteFunctions, timeout: number, { status }: Status, itemIndex: number) {
	const scanned = status !== 'qr_pending';
	return new NodeOperationError(
		context.getNode(),
		scanned
			? `The instance is still connecting after ${timeout} seconds`
			: `Nobody scanned the QR code within ${timeout} seconds`,
		{
			description: scanned
				? 'Look at its status with Instance > Get Status, or wait longer.'
				: 'Scan it with the phone of the account: Instance > Connect or Get QR Code puts it out, and the page of the gateway shows it. Then run this again, or wait longer.',
			itemIndex,
		},
	);
}

function refused(context: IExecuteFunctions, itemIndex: number) {
	return new NodeOperationError(context.getNode(), 'The instance was disconnected while it connected', {
		description: 'Connect it again. If that stays so, look at the account on its phone.',
		itemIndex,
	});
}
