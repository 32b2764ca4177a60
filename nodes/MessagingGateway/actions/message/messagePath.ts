import type { IExecuteFunctions } from 'n8n-workflow';

import { getMessageId } from '../../descriptions/locators/messageLocator';

/** Returns the path of the selected message. */
export function messagePath(context: IExecuteFunctions, itemIndex: number): string {
	return `/v1/messages/${encodeURIComponent(getMessageId(context, itemIndex))}`;
}

/** Changes of one message are made in the order of the items. */
export function messageOrderingKey(this: IExecuteFunctions, itemIndex: number): string {
	return getMessageId(this, itemIndex);
}
