import type { Upload } from '../../api/types.ts';
import { formatBytes } from '../display/format.ts';

type FileType = Exclude<Upload['mediaType'], 'sticker'>;

const MEBIBYTE = 1024 * 1024;

/** The maximum size of each type of file in bytes, and the endings of its formats. */
const FILE_RULES: Readonly<Record<FileType, { limit: number; endings: readonly string[] }>> = {
	image: { limit: 5 * MEBIBYTE, endings: ['jpg', 'jpeg', 'png', 'webp'] },
	video: { limit: 16 * MEBIBYTE, endings: ['mp4', '3gp'] },
	audio: { limit: 16 * MEBIBYTE, endings: ['mp3', 'ogg', 'aac', 'm4a'] },
	document: {
		limit: 100 * MEBIBYTE,
		endings: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
	},
};
const TYPES = Object.keys(FILE_RULES) as FileType[];

/** The endings of files of these types, in the form of the attribute `accept`. */
export function acceptedEndings(types: readonly FileType[] = TYPES): string {
	return types.flatMap((type) => FILE_RULES[type].endings.map((ending) => `.${ending}`)).join();
}

/** Returns the type of a file by its name; null: it cannot be sent. The gateway decides by the bytes. */
export function fileTypeOf({ name }: Pick<File, 'name'>): FileType | null {
	const [, ending = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
	return TYPES.find((type) => FILE_RULES[type].endings.includes(ending)) ?? null;
}

/** Returns why a file cannot be sent as one of these types; null: no reason is known. */
export function refusalOf(file: File, types: readonly FileType[] = TYPES): string | null {
	const type = fileTypeOf(file);
	if (type === null || !types.includes(type)) {
		const endings = types.flatMap((one) => FILE_RULES[one].endings).join(', ');
		return `Files of this kind cannot be sent. Choose one of: ${endings}.`;
	}
	if (file.size === 0) return 'The file is empty. Choose another one.';
	const { limit } = FILE_RULES[type];
	if (file.size <= limit) return null;
	return `It has ${formatBytes(file.size)}, and ${type === 'audio' ? 'an audio file' : `${type === 'image' ? 'an' : 'a'} ${type}`} may have at most ${formatBytes(limit)}. Choose a smaller file.`;
}
