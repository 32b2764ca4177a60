import type { IDataObject } from 'n8n-workflow';

import { COLLECTED, COMMON, EVENT_FIELDS, NULL_MEANS_REMOVED } from './eventFields';
import type { StartEvent } from './startEvent';
import { flattened } from './startEvent';

/**
 * Returns the fields of an event that most workflows need: those of its kind, without null where that only says that
 * nothing is known. Of an event that a later version of the gateway added, it returns all fields.
 */
export function simplified(start: StartEvent): IDataObject {
	const { event } = start;
	const all = flattened(start);
	if (start.messages) all.messages = start.messages.map((message) => pick(message, COLLECTED));
	if (!Object.hasOwn(EVENT_FIELDS, event)) return all;
	const nullable = Object.hasOwn(NULL_MEANS_REMOVED, event) ? NULL_MEANS_REMOVED[event] : undefined;
	return pick(all, [...COMMON, ...EVENT_FIELDS[event], 'test'], nullable);
}

/** Returns those of the fields that have a value; null counts as a value only for the field `nullable`. */
function pick(data: IDataObject, names: readonly string[], nullable?: string): IDataObject {
	const present = names.filter(
		(name) => data[name] !== undefined && (data[name] !== null || name === nullable),
	);
	return Object.fromEntries(present.map((name) => [name, data[name]]));
}
