import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, fromList, locatedOf, OF_CHOSEN_INSTANCE } from './locator';

/** A group that the chosen instance is in. */
export const groupLocator: INodeProperties = {
	displayName: 'Group',
	name: 'groupId',
	type: 'resourceLocator',
	typeOptions: OF_CHOSEN_INSTANCE,
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The group to work with',
	modes: [
		fromList('searchGroups', 'Select a group...'),
		byId('e.g. 120363041234567890@g.us', '^[0-9]{5,32}@g\\.us$', 'A group ID is digits and @g.us'),
	],
};

/** Gives the ID of the chosen group; throws a NodeOperationError when none is chosen. */
export function groupIdOf(context: IExecuteFunctions, itemIndex: number): string {
	return locatedOf(context, 'groupId', 'group', itemIndex);
}
