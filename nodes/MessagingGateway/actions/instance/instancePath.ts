import type { IExecuteFunctions } from 'n8n-workflow';

import { getInstanceId } from '../../descriptions/locators/instanceLocator';

/** Returns the path of the selected instance. */
export function instancePath(context: IExecuteFunctions, itemIndex: number): string {
	return `/v1/instances/${encodeURIComponent(getInstanceId(context, itemIndex))}`;
}
