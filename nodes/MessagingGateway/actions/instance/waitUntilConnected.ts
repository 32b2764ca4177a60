import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { getOutputField } from '../../descriptions/binaryOutput';
import { getInstanceId } from '../../descriptions/locators/instanceLocator';
import { numberOrThrow } from '../../descriptions/number';
import { cancelableSleep } from '../../transport/cancellation';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instancePath } from './instancePath';
import { qrCodeFile } from './qrCodeFile';

/** Polling interval (specification: GET /v1/instances/{instanceId}/status). */
const POLL_INTERVAL_MS = 2_000;

interface Status extends IDataObject {
	status: string;
	qrCode: string | null;
	qrCodeExpiresAt: string | null;
	pairingCode: string | null;
	pairingCodeExpiresAt: string | null;
}

/** The options of the wait; n8n passes only those that were added. */
interface WaitOptions {
	ifLate?: 'fail' | 'qrCode';
	timeout?: number;
}

/**
 * Polls the status of the selected instance until it is connected, and returns the instance with its profile.
 *
 * At the time limit it throws a NodeOperationError, or returns the current code if On Timeout says so: the gateway
 * creates a new code whenever one expires. Throws a NodeOperationError as soon as the instance is disconnected.
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
	const timeout = numberOrThrow(context, limit, 'Limit Wait Time', itemIndex);
	const deadline = Date.now() + timeout * 1000;
	const path = `${instancePath(context, itemIndex)}/status`;
	for (;;) {
		const current = await gatewayData<Status>(context, { method: 'GET', path, itemIndex });
		if (current.status === 'connected') return { json: toProfile(current) };
		if (current.status === 'disconnected') throw disconnectedError(context, itemIndex);
		const remaining = deadline - Date.now();
		if (remaining <= 0) {
			if (ifLate === 'qrCode') return await currentCode(context, current, itemIndex);
			throw timeoutError(context, timeout, current, itemIndex);
		}
		await cancelableSleep(context, Math.min(POLL_INTERVAL_MS, remaining));
	}
}

/** Leaves out the QR code, which a connected instance no longer has. */
function toProfile({
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

async function currentCode(
	context: IExecuteFunctions,
	{ status, qrCode, qrCodeExpiresAt, pairingCode, pairingCodeExpiresAt }: Status,
	itemIndex: number,
): Promise<OperationOutput> {
	if (pairingCode !== null) return { json: { status, pairingCode, pairingCodeExpiresAt } };
	const json = { status, qrCode, qrCodeExpiresAt };
	const file = await qrCodeFile(context, qrCode, getInstanceId(context, itemIndex));
	const field = getOutputField(context, itemIndex);
	return file ? { json, binary: { [field]: file } } : { json };
}

function timeoutError(
	context: IExecuteFunctions,
	timeout: number,
	{ status, pairingCode }: Status,
	itemIndex: number,
) {
	const error = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), `${message} ${timeout} seconds`, { description, itemIndex });
	if (status !== 'qr_pending') {
		return error(
			'The instance is still connecting after',
			'Check its status with Instance > Get Status, or wait longer.',
		);
	}
	if (pairingCode !== null) {
		return error(
			'Nobody typed the pairing code within',
			'Type it on the phone of the account: Instance > Connect returns it, and the page of the gateway shows it. Then run this again, or wait longer.',
		);
	}
	return error(
		'Nobody scanned the QR code within',
		'Scan it with the phone of the account: Instance > Connect and Get QR Code return it, and the page of the gateway shows it. Then run this again, or wait longer.',
	);
}

function disconnectedError(context: IExecuteFunctions, itemIndex: number) {
	return new NodeOperationError(context.getNode(), 'The instance was disconnected while it connected', {
		description: 'Connect it again. If it is disconnected again, check the account on its phone.',
		itemIndex,
	});
}
