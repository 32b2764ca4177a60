/** The first bytes of a voice note in OGG/Opus with one channel: enough for a network to accept it as one. */
export const VOICE_NOTE = dataUrl('audio/ogg', [
	...ascii('OggS'),
	...zeros(24),
	...ascii('OpusHead'),
	1,
	1,
	...zeros(40),
]);

/** The first bytes of a WebP image. */
export const STICKER = dataUrl('image/webp', [
	...ascii('RIFF'),
	0x64,
	0,
	0,
	0,
	...ascii('WEBPVP8 '),
	...zeros(92),
]);

function ascii(text: string): number[] {
	return Array.from(text, (character) => character.charCodeAt(0));
}

function zeros(count: number): number[] {
	return Array.from({ length: count }, () => 0);
}

function dataUrl(mimeType: string, bytes: readonly number[]): string {
	return `data:${mimeType};base64,${btoa(String.fromCharCode(...bytes))}`;
}
