import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { gatewayData } from '../../../transport/request';

/** The fields of a message that say why it has no file (GET /v1/messages/{messageId}, an addition). */
interface Message extends IDataObject {
	type: string;
	/** Null: it is no media message. */
	media: IDataObject | null;
	/** Why the file of a received message is not available. */
	mediaError?: { message: string };
}

/**
 * Returns the error for a message without a file. The gateway has one error code for it and for an unknown message, for
 * which this throws the NodeApiError.
 */
export async function missingMedia(
	context: IExecuteFunctions,
	path: string,
	itemIndex: number,
): Promise<NodeOperationError> {
	const { type, media, mediaError } = await gatewayData<Message>(context, { method: 'GET', path, itemIndex });
	const error = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description, itemIndex });
	if (mediaError) return error('The file of the message is not available', mediaError.message);
	if (media === null) {
		return error(
			'The message has no media',
			`Its type is ${type}. Let only images, videos, audio, documents and stickers reach this node, e.g. with a Filter node on the type.`,
		);
	}
	return error(
		'The file of the message is not available yet',
		'A message that is still queued gets its file when it is sent. Run the node again then.',
	);
}
