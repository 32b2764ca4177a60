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
/** A WebP of one pixel. */
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
/** The first page of an OGG file: a header of Opus audio with one channel. */
const OPUS = Buffer.concat([
	Buffer.from('OggS\0\x02'),
	Buffer.alloc(20),
	Buffer.from('\x01\x13OpusHead\x01\x01'),
	Buffer.alloc(9),
]);
const MEBIBYTE = 1024 * 1024;

/** The files that the receiver serves under /media/, by name. */
export const MEDIA_FILES: Readonly<Record<string, MediaFile>> = {
	'pixel.png': { type: 'image/png', bytes: PNG },
	'sticker.webp': { type: 'image/webp', bytes: WEBP },
	'voice.ogg': { type: 'audio/ogg', bytes: OPUS },
	'sound.mp3': { type: 'audio/mpeg', bytes: MP3 },
	'note.txt': { type: 'text/plain', bytes: Buffer.from('A note.\n') },
	'page.html': { type: 'text/html', bytes: Buffer.from('<!doctype html><p>Not media</p>') },
	'huge.png': { type: 'image/png', bytes: PNG, length: 6 * MEBIBYTE },
};
