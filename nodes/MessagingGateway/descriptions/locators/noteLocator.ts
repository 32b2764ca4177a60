import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byId, fromList, getLocatorValue } from './locator';

/** A note of the selected chat. */
export const noteLocator: INodeProperties = {
	displayName: 'Note',
	name: 'noteId',
	type: 'resourceLocator',
	typeOptions: { loadOptionsDependsOn: ['instanceId.value', 'chatId.value'] },
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The note, e.g. by the noteId from Add Note or Get Many Notes',
	modes: [
		fromList('searchNotes', 'Select a note...'),
		byId(
			'e.g. note_01jd2c7v9qk3m5x8w4t6r1y0za',
			'^note_[0-9a-z]{26}$',
			'A note ID is note_ and 26 lowercase letters or digits',
		),
	],
};

/** Returns the ID of the selected note. Throws a NodeOperationError when none is selected. */
export function getNoteId(context: IExecuteFunctions, itemIndex: number): string {
	return getLocatorValue(context, 'noteId', 'note', itemIndex);
}
