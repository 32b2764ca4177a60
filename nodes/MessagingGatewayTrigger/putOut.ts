import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { qrCodeFile } from '../MessagingGateway/actions/instance/qrCodeFile';
import { downloadFileUnless } from '../MessagingGateway/transport/files';
import type { StartEvent } from './startEvent';
import { simplified } from './startEvent';

/**
 * Makes the items of the workflow out of the events that started it: as much of each as the form asks for, with
 * its files. This is part of the execution and not of the answer to the gateway, so a large file may take its time,
 * and a failure is seen in n8n's list of executions and can be retried there.
 */
export async function putOut(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const [itemIndex, { json }] of context.getInputData().entries()) {
		const start = json as StartEvent;
		const binary = await filesOf(context, start, itemIndex);
		items.push({
			json: chosen(context, start, itemIndex),
			...(Object.keys(binary).length > 0 && { binary }),
			pairedItem: { item: itemIndex },
		});
	}
	return items;
}

function chosen(context: IExecuteFunctions, start: StartEvent, itemIndex: number): IDataObject {
	const output = context.getNodeParameter('output', itemIndex, 'simplified') as string;
	if (output === 'raw') return start;
	const all = simplified(start);
	if (output !== 'fields') return all;
	const names = context.getNodeParameter('fields', itemIndex, []) as string[];
	return Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]]));
}

/** The files of an event; several of a burst are numbered from the second on: `data`, `data_1`, `data_2`. */
async function filesOf(
	context: IExecuteFunctions,
	{ event, data, messages }: StartEvent,
	itemIndex: number,
): Promise<IBinaryKeyData> {
	if (context.getNodeParameter('downloadFiles', itemIndex, false) !== true) return {};
	const field = context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as string;
	if (event === 'instance.qr_updated') {
		const code = await qrCodeFile(context, data.qrCode as string, String(data.instanceId));
		return code ? { [field]: code } : {};
	}
	if (event !== 'message.received') return {};

	const files: IBinaryKeyData = {};
	for (const { messageId, type } of messages ?? [data]) {
		if (type === 'text' || type === 'unsupported') continue;
		const id = String(messageId);
		const path = `/v1/messages/${encodeURIComponent(id)}/media`;
		const request = { method: 'GET', path, itemIndex } as const;
		// A sample event has no message, and a phone may keep a file to itself.
		const file = await downloadFileUnless(context, 'message_not_found', request, id);
		const count = Object.keys(files).length;
		if (file) files[count === 0 ? field : `${field}_${count}`] = file;
	}
	return files;
}
