import type { IExecuteFunctions } from 'n8n-workflow';

import { getInputFile } from '../../inputFile';
import { uploadOnce } from '../media/uploadOnce';
import type { ColumnValues } from './mappedValues';

const FILE_KINDS = ['image', 'video', 'document'] as const;

/** The file in the header of a template. */
export interface HeaderFile {
	kind: (typeof FILE_KINDS)[number];
	link: string;
	filename?: string;
}

/**
 * Returns the file in the header: a URL, or the upload of a binary field of the item. Returns undefined when no column
 * has a file. Throws a NodeOperationError when the item has no such field.
 */
export async function headerFile(
	context: IExecuteFunctions,
	itemIndex: number,
	values: ColumnValues,
): Promise<HeaderFile | undefined> {
	const kind = FILE_KINDS.find((column) => values[column] !== undefined);
	if (kind === undefined) return undefined;
	const text = String(values[kind]).trim();
	if (/^(https?:\/\/|media:)/i.test(text)) return { kind, link: text };
	const file = getInputFile(context, values[kind], itemIndex);
	const { mediaUrl } = await uploadOnce(context, file, { mediaType: kind, part: 0, itemIndex });
	return { kind, link: mediaUrl, ...(kind === 'document' && file.fileName && { filename: file.fileName }) };
}
