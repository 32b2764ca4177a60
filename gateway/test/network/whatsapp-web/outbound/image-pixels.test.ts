import { describe, expect, it } from '@jest/globals';
import { imagePixels } from '../../../../src/network/whatsapp-web/outbound/image-pixels.ts';
import { PNG } from '../../../support/sample-files.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const webp = (kind: string, rest: string): Buffer =>
	Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}`, 'latin1'), hex(rest)]);

describe('the pixels of an image', () => {
	it.each([
		['PNG', PNG, 1],
		[
			'JPEG, after other parts',
			hex('ffd8 ffe0 0004 0000 ffc4 0003 00 ffff c2 0011 08 0123 0456'),
			0x123 * 0x456,
		],
		['WebP, lossless', hex('524946461e000000574542505650384c110000002fdfeeb70b07d0'), 12_000 ** 2],
		['WebP, lossy', webp('VP8 ', '00000000 000000 9d012a 4001 f000'), 320 * 240],
		['WebP, extended', webp('VP8X', '0a000000 00000000 ff3f00 ff3f00'), 16_384 ** 2],
	])('are read from the header of %s', (_name, file, pixels) => {
		expect(imagePixels(file)).toBe(pixels);
	});

	it.each([
		['ends too early', hex('ffd8 ffe0 4000')],
		['has no frame', hex('ffd8 ffd9')],
		['is none', Buffer.from('no image at all, but some text')],
		['is empty', Buffer.alloc(0)],
	])('are unknown where the file %s', (_name, file) => {
		expect(imagePixels(file)).toBeNull();
	});
});
