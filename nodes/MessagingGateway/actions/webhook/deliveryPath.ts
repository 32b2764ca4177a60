import type { IExecuteFunctions } from 'n8n-workflow';

import { deliveryIdOf } from '../../descriptions/deliveryLocator';
import { webhookPath } from './path';

/** The path of the chosen delivery to the chosen webhook at the gateway. */
export function deliveryPath(context: IExecuteFunctions, itemIndex: number): string {
	const deliveryId = encodeURIComponent(deliveryIdOf(context, itemIndex));
	return `${webhookPath(context, itemIndex)}/deliveries/${deliveryId}`;
}
