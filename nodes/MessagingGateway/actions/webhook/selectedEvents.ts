import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { splitEntries } from '../../descriptions/splitEntries';

/**
 * Returns the events of the form. Throws a NodeOperationError when there is none, e.g. because an expression has no value
 * for the item: the gateway would take its standard events, which nobody has chosen.
 */
export function selectedEvents(context: IExecuteFunctions, value: unknown, itemIndex: number): string[] {
	const events = splitEntries(value);
	if (events.length > 0) return events;
	throw new NodeOperationError(context.getNode(), 'No events selected', {
		description:
			'Select at least one event, or check that the expression has a value for this item. Webhook > Update without the field Events keeps the events.',
		itemIndex,
	});
}
