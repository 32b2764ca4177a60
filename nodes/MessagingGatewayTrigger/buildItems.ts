import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { getOutputField } from '../MessagingGateway/descriptions/binaryOutput';
import { toBoolean } from '../MessagingGateway/descriptions/boolean';
import { qrCodeFile } from '../MessagingGateway/actions/instance/qrCodeFile';
import { messageWithNextStep, toNodeError } from '../MessagingGateway/actions/itemErrors';
import { splitEntries } from '../MessagingGateway/descriptions/splitEntries';
import { isVersion1 } from '../MessagingGateway/descriptions/version';
import { isCanceled } from '../MessagingGateway/transport/cancellation';
import { downloadFileIgnoring } from '../MessagingGateway/transport/downloadFile';
import { simplified } from './output/simplified';
import type { StartEvent } from './output/startEvent';
import { flattened } from './output/startEvent';
import type { ClaimingEvent } from './removeDuplicates';
import { isHandledElsewhere } from './removeDuplicates';

/** Message types that have a file. */
const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'];

/**
 * Converts the events that started the workflow to its items: the selected fields and the files of each event. This
 * runs in the execution, not while the gateway waits for a response, so a large download causes no timeout, and a failed
 * execution is listed in n8n and can be retried. An event that another execution handles has no item.
 */
export async function buildItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const [itemIndex, { json }] of context.getInputData().entries()) {
		const { claim, ...event } = json as ClaimingEvent;
		const start = event as StartEvent;
		if (claim && (await isHandledElsewhere(context, claim, itemIndex))) continue;
		items.push(await buildItem(context, start, itemIndex));
	}
	return items;
}

/**
 * Returns the item of an event. When that fails, e.g. because its file cannot be downloaded, and the trigger is set to
 * continue, the item has the fields of the event and the error. n8n itself would pass on the stored delivery, whose fields
 * are others, as if nothing had failed. Otherwise throws a NodeApiError or NodeOperationError.
 */
async function buildItem(
	context: IExecuteFunctions,
	start: StartEvent,
	itemIndex: number,
): Promise<INodeExecutionData> {
	const pairedItem = { item: itemIndex };
	let json = simplifiedFields(context, start);
	try {
		json = selectFields(context, start, itemIndex);
		const binary = await downloadFiles(context, start, itemIndex);
		return { json, ...(Object.keys(binary).length > 0 && { binary }), pairedItem };
	} catch (error) {
		const failure = toNodeError(context.getNode(), error, itemIndex);
		if (!context.continueOnFail() || isCanceled(context)) throw failure;
		return { json: withError(context, json, messageWithNextStep(failure)), pairedItem };
	}
}

/** The error output takes items with these two fields only. n8n adds the input to the items of other nodes. */
function withError(context: IExecuteFunctions, fields: IDataObject, error: string): IDataObject {
	return context.getNode().onError === 'continueErrorOutput'
		? { error, details: fields }
		: { ...fields, error };
}

function selectFields(context: IExecuteFunctions, start: StartEvent, itemIndex: number): IDataObject {
	const output = context.getNodeParameter('output', itemIndex, 'simplified') as string;
	if (output === 'raw') return start;
	if (output !== 'fields') return simplifiedFields(context, start);
	const all = flattened(start);
	const names = splitEntries(context.getNodeParameter('fields', itemIndex, []));
	return Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]]));
}

function simplifiedFields(context: IExecuteFunctions, start: StartEvent): IDataObject {
	return isVersion1(context.getNode()) ? flattened(start) : simplified(start);
}

/** Downloads the files of an event. The fields of several collected messages are `data`, `data_1`, `data_2`. */
async function downloadFiles(
	context: IExecuteFunctions,
	{ event, data, messages }: StartEvent,
	itemIndex: number,
): Promise<IBinaryKeyData> {
	if (toBoolean(context.getNodeParameter('downloadFiles', itemIndex, false)) !== true) return {};
	const field = getOutputField(context, itemIndex);
	if (event === 'instance.qr_updated') {
		const code = await qrCodeFile(context, data.qrCode as string, String(data.instanceId));
		return code ? { [field]: code } : {};
	}
	if (event !== 'message.received' && event !== 'message.echo') return {};

	const files: IBinaryKeyData = {};
	for (const { messageId, type } of messages ?? [data]) {
		if (!MEDIA_TYPES.includes(String(type))) continue;
		const id = String(messageId);
		const path = `/v1/messages/${encodeURIComponent(id)}/media`;
		const request = { method: 'GET', path, itemIndex } as const;
		// A sample event has no message, and some files are not available from the phone.
		const file = await downloadFileIgnoring(context, 'message_not_found', request, id);
		const count = Object.keys(files).length;
		if (file) files[count === 0 ? field : `${field}_${count}`] = file;
	}
	return files;
}
