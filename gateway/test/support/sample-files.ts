import { crc32 } from 'node:zlib';
import type { MediaType } from '../../src/domain/messages/message.ts';

export interface SampleFile {
	name: string;
	mediaType: MediaType;
	mimeType: string;
	bytes: Buffer;
}

/** The smallest PNG image. */
export const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);
export const JPEG = Buffer.concat([
	Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
	tail(200),
]);
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const TEXT = Buffer.from('BMI and other abbreviations, ägypten included.\n');

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

/** One file of each format in the specification's table. */
export const SAMPLES: readonly SampleFile[] = [
	sample('a.jpg', 'image', 'image/jpeg', JPEG),
	sample('a.png', 'image', 'image/png', PNG),
	sample('a.webp', 'image', 'image/webp', Buffer.concat([Buffer.from('RIFF\x64\0\0\0WEBPVP8 '), tail(92)])),
	sample('a.mp4', 'video', 'video/mp4', isoMedia('isom')),
	sample('a.3gp', 'video', 'video/3gpp', isoMedia('3gp5')),
	sample('a.mp3', 'audio', 'audio/mpeg', Buffer.concat([Buffer.from('fffb9064', 'hex'), tail(400)])),
	sample(
		'a.ogg',
		'audio',
		'audio/ogg',
		// A mono stream, as phones need it.
		Buffer.concat([Buffer.from('OggS'), tail(24), Buffer.from('OpusHead\x01\x01'), tail(40)]),
	),
	sample('a.aac', 'audio', 'audio/aac', Buffer.concat([Buffer.from('fff15080', 'hex'), tail(400)])),
	sample('a.m4a', 'audio', 'audio/mp4', isoMedia('M4A ')),
	sample('a.pdf', 'document', 'application/pdf', PDF),
	sample('a.doc', 'document', 'application/msword', compound('WordDocument')),
	sample(
		'a.docx',
		'document',
		`${OPEN_XML}.wordprocessingml.document`,
		openXml('word/document.xml', 'wordprocessingml.document'),
	),
	sample('a.xls', 'document', 'application/vnd.ms-excel', compound('Workbook')),
	sample(
		'a.xlsx',
		'document',
		`${OPEN_XML}.spreadsheetml.sheet`,
		openXml('xl/workbook.xml', 'spreadsheetml.sheet'),
	),
	sample('a.ppt', 'document', 'application/vnd.ms-powerpoint', compound('PowerPoint Document')),
	sample(
		'a.pptx',
		'document',
		`${OPEN_XML}.presentationml.presentation`,
		openXml('ppt/presentation.xml', 'presentationml.presentation'),
	),
	sample('a.txt', 'document', 'text/plain', TEXT),
];

/** Returns a sample by its name. */
export function sampleNamed(name: string): SampleFile {
	const found = SAMPLES.find((one) => one.name === name);
	if (found === undefined) throw new Error(`There is no sample ${name}.`);
	return found;
}

/** Returns a PNG image of exactly this many bytes. */
export function pngOf(size: number): Buffer {
	return Buffer.concat([PNG, tail(size - PNG.length)]);
}

function sample(name: string, mediaType: MediaType, mimeType: string, bytes: Buffer): SampleFile {
	return { name, mediaType, mimeType, bytes };
}

function tail(size: number): Buffer {
	return Buffer.alloc(size);
}

function isoMedia(brand: string): Buffer {
	return Buffer.concat([
		Buffer.from([0, 0, 0, 20]),
		Buffer.from(`ftyp${brand}\0\0\0\0${brand}`, 'latin1'),
		tail(100),
	]);
}

function compound(stream: string): Buffer {
	const head = Buffer.from('d0cf11e0a1b11ae1', 'hex');
	return Buffer.concat([head, tail(70_000), Buffer.from(stream, 'utf16le'), tail(600)]);
}

function openXml(part: string, kind: string): Buffer {
	const types = `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${OPEN_XML}.${kind}.main+xml"/></Types>`;
	return zip({ '[Content_Types].xml': types, [part]: '<?xml version="1.0"?><x/>' });
}

/** Returns an uncompressed ZIP archive of texts. */
export function zip(entries: Readonly<Record<string, string>>): Buffer {
	const local: Buffer[] = [];
	const central: Buffer[] = [];
	let offset = 0;
	for (const [name, text] of Object.entries(entries)) {
		const data = Buffer.from(text);
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt32LE(crc32(data), 10);
		common.writeUInt32LE(data.length, 14);
		common.writeUInt32LE(data.length, 18);
		common.writeUInt16LE(name.length, 22);
		const record = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, place, Buffer.from(name)]));
		local.push(record);
		offset += record.length;
	}
	const directory = Buffer.concat(central);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(central.length, 4);
	end.writeUInt16LE(central.length, 6);
	end.writeUInt32LE(directory.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end]);
}

/** Returns a WebP image of exactly this many bytes, which moves or not. */
export function webpOf(size: number, { moves }: { moves: boolean }): Buffer {
	const head = Buffer.alloc(30);
	head.write('RIFF\0\0\0\0WEBPVP8X', 'latin1');
	head.writeUInt32LE(size - 8, 4);
	head.writeUInt32LE(10, 16);
	head[20] = moves ? 0x02 : 0;
	return Buffer.concat([head, tail(size - head.length)]);
}

/** Returns an OGG file of Opus audio with this many channels. */
export function opusOf(channels: number): Buffer {
	const page = Buffer.alloc(28);
	page.write('OggS', 'latin1');
	page[26] = 1;
	page[27] = 19;
	const header = Buffer.alloc(19);
	header.write('OpusHead', 'latin1');
	header[8] = 1;
	header[9] = channels;
	return Buffer.concat([page, header, tail(40)]);
}
