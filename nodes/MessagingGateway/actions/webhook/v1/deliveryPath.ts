import type { IExecuteFunctions } from 'n8n-workflow';

import { getDeliveryId } from './deliveryLocator';
import { webhookPath } from '../webhookPath';

/** Returns the path of the selected delivery of the selected webhook. */
export function deliveryPath(context: IExecuteFunctions, itemIndex: number): string {
	const deliveryId = encodeURIComponent(getDeliveryId(context, itemIndex));
	return `${webhookPath(context, itemIndex)}/deliveries/${deliveryId}`;
}
