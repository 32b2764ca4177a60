import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isJsonObject } from '../json';

/** Where n8n keeps the files of an item in a workflow with the setting `binaryMode: combined`. */
const FILES_IN_JSON = '_files';

/**
 * Returns a file of the item by the value of a form field: the name of a binary field, its path in a workflow that keeps
 * files in the JSON, or the file itself, which an expression like {{ $binary.data }} returns. Throws a NodeOperationError
 * when there is no such file.
 */
export function getInputFile(context: IExecuteFunctions, value: unknown, itemIndex: number): IBinaryData {
	if (!isJsonObject(value)) return context.helpers.assertBinaryData(itemIndex, String(value).trim());
	// n8n before 2.0 knows only names.
	const file = value as Partial<IBinaryData>;
	if (typeof file.mimeType === 'string' && (file.data ?? file.id) !== undefined) return file as IBinaryData;
	throw new NodeOperationError(context.getNode(), 'The value of the input file is not a file', {
		description:
			'Enter the name of a binary field, or an expression that returns one, such as {{ $binary.data }}',
		itemIndex,
	});
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

/** The settings of a workflow in n8n versions that can store files in the JSON. */
interface WorkflowSettings {
	getWorkflowSettings?: () => { binaryMode?: string };
}

/** In any other workflow, that field of the JSON is untrusted data, and could name files of other executions. */
function keepsFilesInJson(context: IExecuteFunctions): boolean {
	return (context as WorkflowSettings).getWorkflowSettings?.().binaryMode === 'combined';
}
