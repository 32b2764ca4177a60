import type { INodeProperties } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/instanceLocator';

/** The gateway knows a message by its ID alone; the instance only fills the list to choose it from. */
export const instanceOfList: INodeProperties = {
	...instanceLocator,
	required: false,
	description:
		'The instance whose messages are listed below. Not needed for a message that is given by its ID.',
	hint: 'Needed only to choose the message from the list',
};
