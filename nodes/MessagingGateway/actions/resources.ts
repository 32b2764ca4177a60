import * as chat from './chat';
import * as contact from './contact';
import * as gateway from './gateway';
import * as group from './group';
import * as instance from './instance';
import * as message from './message';
import type { Operation } from './operation';
import * as webhook from './webhook';

/** The operations of each resource, by the values of the fields Resource and Operation. */
export const resources: Record<string, Record<string, Operation>> = {
	chat: chat.operations,
	contact: contact.operations,
	gateway: gateway.operations,
	group: group.operations,
	instance: instance.operations,
	message: message.operations,
	webhook: webhook.operations,
};

/** The form fields of every resource: the list of operations, then the fields of each operation. */
export const descriptions = [
	...chat.description,
	...contact.description,
	...gateway.description,
	...group.description,
	...instance.description,
	...message.description,
	...webhook.description,
];
