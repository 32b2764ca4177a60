import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';

/** The encoder, of Debian's and Ubuntu's package webp. */
const ENCODER = 'img2webp';

/** Throws with what to install when the encoder is missing. */
export function checkEncoder(): void {
	if (spawnSync(ENCODER, ['-version']).error !== undefined) {
		throw new Error(`${ENCODER} is missing: install it with \`apt-get install webp\`.`);
	}
}

/** Writes frames as an animated WebP that repeats forever. Returns its size in bytes. */
export async function writeWebp(
	target: string,
	frames: { file: string; milliseconds: number }[],
	quality: number,
): Promise<number> {
	// A key frame now and then would cost more than all that changes between.
	const options = ['-loop', '0', '-min_size', '-kmax', '0'];
	const inputs = frames.flatMap(({ file, milliseconds }) => [
		'-lossy',
		...['-q', String(quality), '-m', '6', '-d', String(milliseconds)],
		file,
	]);
	const { status, stderr } = spawnSync(ENCODER, [...options, ...inputs, '-o', target], { encoding: 'utf8' });
	if (status !== 0) throw new Error(`${ENCODER} failed: ${stderr}`);
	return (await stat(target)).size;
}
