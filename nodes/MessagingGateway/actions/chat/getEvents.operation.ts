import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { chatEventTypeOptions } from '../../descriptions/eventTypes';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getLimit, returnAll } from '../../descriptions/limit';
import { getTime } from '../../descriptions/time';
import { readCursorPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';
import { readRequest } from './chatRequest';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Before',
			name: 'to',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-01-31T18:00:00.000Z',
			description: 'Return only events before this time',
		},
		{
			displayName: 'Event',
			name: 'kind',
			type: 'options',
			options: chatEventTypeOptions,
			default: 'message.received',
			description: 'Return only events of this kind',
		},
		{
			displayName: 'Since',
			name: 'from',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-01-31T12:00:00.000Z',
			description: 'Return only events from this time on',
		},
	],
};

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['getEvents'] } }, [
	instanceLocator,
	chatLocator,
	...returnAll,
	filters,
]);

/** GET /v1/chats/{chatId}/events (an addition), page by page. Returns one item per event, newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { kind } = this.getNodeParameter('filters', itemIndex) as { kind?: string };
	const from = getTime(this, 'filters.from', itemIndex);
	const to = getTime(this, 'filters.to', itemIndex);
	const query: IDataObject = { ...(kind && { kind }), ...(from && { from }), ...(to && { to }) };
	const request = readRequest(this, { below: '/events', query }, itemIndex);
	const events = await readCursorPages(this, request, getLimit(this, itemIndex));
	return events.map((json) => ({ json }));
}
