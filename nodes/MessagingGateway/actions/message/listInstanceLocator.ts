import type { INodeProperties } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';

/** The instance whose messages the message list shows. A request needs only the ID of the message. */
export const listInstanceLocator: INodeProperties = {
	...instanceLocator,
	required: false,
	description:
		'The instance whose messages are listed below. Not needed when you enter the ID of the message.',
	hint: 'Needed only to choose the message from the list',
};
