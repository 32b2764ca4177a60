import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isJsonObject } from '../json';

/** Where n8n keeps the files of an item in a workflow with the setting `binaryMode: combined`. */
const FILES_IN_JSON = '_files';

/**
 * Returns a file of the item by the value of a form field: the name of a binary field, its path in a workflow that keeps
 * files in the JSON, or the file itself, which an expression like {{ $binary.data }} returns. Throws a NodeOperationError
 * when there is no such file.
 */
export function getInputFile(context: IExecuteFunctions, value: unknown, itemIndex: number): IBinaryData {
	const field = isJsonObject(value) ? (value as Partial<IBinaryData> as IBinaryData) : String(value).trim();
	return context.helpers.assertBinaryData(itemIndex, field);
}

/** Returns all files of the item, in their order. */
export function getAllInputFiles(context: IExecuteFunctions, itemIndex: number): IBinaryData[] {
	const { binary = {}, json } = context.getInputData()[itemIndex];
	const files: IDataObject | typeof binary = keepsFilesInJson(context) ? filesIn(json) : binary;
	return Object.values(files).map((file) => getInputFile(context, file, itemIndex));
}

function filesIn(json: IDataObject): IDataObject {
	const files = json[FILES_IN_JSON];
	return isJsonObject(files) ? files : {};
}

/** In any other workflow, that field of the JSON is data of a stranger, and could name files of other executions. */
function keepsFilesInJson(context: IExecuteFunctions): boolean {
	return context.getWorkflowSettings().binaryMode === 'combined';
}
