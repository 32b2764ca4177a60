import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, fromList, getLocatorValue, RELOAD_ON_INSTANCE_CHANGE } from './locator';

/** A group that the selected instance is a member of. */
export const groupLocator: INodeProperties = {
	displayName: 'Group',
	name: 'groupId',
	type: 'resourceLocator',
	typeOptions: RELOAD_ON_INSTANCE_CHANGE,
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The group to work with',
	modes: [
		fromList('searchGroups', 'Select a group...'),
		byId(
			'e.g. 120363041234567890@g.us',
			'^[0-9]{5,32}(-[0-9]{5,20})?@g\\.us$',
			'A group ID is digits and @g.us; that of an older group has a dash between its digits',
		),
	],
};

/** Returns the ID of the selected group. Throws a NodeOperationError when none is selected. */
export function getGroupId(context: IExecuteFunctions, itemIndex: number): string {
	return getLocatorValue(context, 'groupId', 'group', itemIndex);
}
