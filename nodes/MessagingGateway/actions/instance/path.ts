import type { IExecuteFunctions } from 'n8n-workflow';

import { instanceIdOf } from '../../descriptions/instanceLocator';

/** The path of the chosen instance at the gateway. */
export function instancePath(context: IExecuteFunctions, itemIndex: number): string {
	return `/v1/instances/${encodeURIComponent(instanceIdOf(context, itemIndex))}`;
}
