import { expect } from '@jest/globals';
import { runGateway } from '../gateway-process.ts';

/** The findings of the command. */
export interface DoctorReport {
	code: number | null;
	/** Its lines, without their padding. */
	lines: string[];
}

/** Runs `doctor` on a data folder. */
export async function runDoctor(
	folder: string,
	environment: Record<string, string> = {},
): Promise<DoctorReport> {
	const { code, stdout, stderr } = await runGateway(['doctor'], {
		GATEWAY_DATA_DIR: folder,
		GATEWAY_PORT: '0',
		GATEWAY_FFMPEG: 'off',
		...environment,
	});
	expect(stderr).toBe('');
	const lines = stdout.trimEnd().split('\n');
	return { code, lines: lines.map((line) => line.replace(/ {2,}/g, ' ')) };
}
