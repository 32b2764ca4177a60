import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { convertToOpus } from '../../../src/media/voice/convert-to-opus.ts';
import { reportOf, writeConverter } from '../../support/servers/converter.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { opusOf, sampleNamed } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';

const MONO = opusOf(1);
const MP3 = sampleNamed('a.mp3');

describe('the conversion of an audio file', () => {
	let folder: string;
	let removeFolder: () => Promise<void>;
	beforeAll(async () => {
		({ folder, remove: removeFolder } = await temporaryFolder());
	});
	afterAll(() => removeFolder());

	it('keeps the output of a process that ends before somebody reads it', async () => {
		const ffmpeg = await writeConverter(folder, { output: MONO.toString('base64') });
		const input = path.join(folder, 'a.mp3');
		await writeFile(input, MP3.bytes);
		const { output } = convertToOpus(ffmpeg, createManualClock(), { path: input, mimeType: MP3.mimeType });
		await until('the end of the process', async () => {
			if (!existsSync(reportOf(ffmpeg))) return false;
			const report = await readFile(reportOf(ffmpeg), 'utf8');
			return report.endsWith('}') && hasEnded((JSON.parse(report) as { pid: number }).pid);
		});
		const chunks: Uint8Array[] = [];
		for await (const chunk of output) chunks.push(chunk);
		expect(Buffer.concat(chunks).equals(MONO)).toBe(true);
	});
});

/** Whether a child process has ended, and Node knows it. */
function hasEnded(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return false;
	} catch {
		return true;
	}
}
