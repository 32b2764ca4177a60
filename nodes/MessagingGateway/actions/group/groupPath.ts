import type { IExecuteFunctions } from 'n8n-workflow';

import { getGroupId } from '../../descriptions/locators/groupLocator';

/** Returns the path of the selected group. */
export function groupPath(context: IExecuteFunctions, itemIndex: number): string {
	return `/v1/groups/${encodeURIComponent(getGroupId(context, itemIndex))}`;
}
