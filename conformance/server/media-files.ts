interface MediaFile {
	type: string;
	bytes: Buffer;
	/** The Content-Length; absent: the true length. */
	length?: number;
}

/** A PNG of one transparent pixel. */
const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);
/** An MP3 of one silent frame. */
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
const MEBIBYTE = 1024 * 1024;

/** The files that the receiver serves under /media/, by name. */
export const MEDIA_FILES: Readonly<Record<string, MediaFile>> = {
	'pixel.png': { type: 'image/png', bytes: PNG },
	'sound.mp3': { type: 'audio/mpeg', bytes: MP3 },
	'note.txt': { type: 'text/plain', bytes: Buffer.from('A note.\n') },
	'page.html': { type: 'text/html', bytes: Buffer.from('<!doctype html><p>Not media</p>') },
	'huge.png': { type: 'image/png', bytes: PNG, length: 6 * MEBIBYTE },
};
