import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { codeOf } from '../../lib/errors/error-code.ts';

/** Milliseconds for a conversion: an hour of audio takes a processor about a minute. */
const TIME_LIMIT = 120_000;
/** The most bytes that ffmpeg may request at once. */
const ALLOCATION_LIMIT = 64 * 1024 * 1024;

/** The formats of audio files in the words of ffmpeg, by MIME type. */
const INPUT_FORMATS: Readonly<Record<string, string>> = {
	'audio/mpeg': 'mp3',
	'audio/aac': 'aac',
	'audio/mp4': 'mp4',
	'audio/ogg': 'ogg',
};

/** A conversion that runs. */
export interface Conversion {
	/**
	 * The OGG file. Its iteration throws unsupported_media_type if the file could not be converted, and an error without
	 * a code after `end`.
	 */
	output: AsyncIterable<Uint8Array>;
	/** Ends the process, if it still runs. */
	end(): void;
}

/**
 * Starts ffmpeg to convert an audio file to OGG with Opus of one channel, as phones record voice notes. The process
 * reads this one file, in the format of its bytes, and nothing else: no network, no other files, no environment.
 */
export function convertToOpus(
	ffmpeg: string,
	clock: Clock,
	{ path, mimeType }: { path: string; mimeType: string },
): Conversion {
	const process = spawn(ffmpeg, argumentsFor(path, INPUT_FORMATS[mimeType] ?? 'ogg'), {
		stdio: ['ignore', 'pipe', 'ignore'],
		env: {},
		windowsHide: true,
	});
	// Where the machine has no file handle left for a pipe, Node.js gives the process none, and emits the error.
	const { stdout } = process as { stdout: Readable | undefined };
	let isEnded = false;
	let isLate = false;
	const end = (): void => {
		isEnded = true;
		process.kill('SIGKILL');
		stdout?.destroy();
	};
	const cancel = clock.schedule(TIME_LIMIT, () => {
		isLate = true;
		process.kill('SIGKILL');
	});
	const exit = new Promise<number | null>((resolve, reject) => {
		process.once('error', reject);
		process.once('close', resolve);
	});
	// The iteration reports the error.
	exit.catch(() => undefined).finally(cancel);
	// Node discards the output of a process that ends before its output is read. With a listener it keeps the output.
	stdout?.on('readable', () => undefined);

	async function* output(): AsyncGenerator<Uint8Array> {
		let isEmpty = true;
		try {
			for await (const chunk of stdout ?? []) {
				isEmpty = false;
				yield chunk as Uint8Array;
			}
			const code = await exit.catch((error: unknown) => {
				throw isOverloaded(error) ? error : failed('ffmpeg could not be started', error);
			});
			if (isLate) throw failed(`it took more than ${TIME_LIMIT / 1000} seconds`);
			if (code !== 0) throw failed('it is damaged, or not what its first bytes say');
			if (isEmpty) throw failed('it contains no audio');
		} catch (error) {
			throw isEnded ? new Error('The gateway is shutting down.', { cause: error }) : error;
		} finally {
			end();
		}
	}
	return { output: output(), end };
}

function argumentsFor(path: string, inputFormat: string): string[] {
	return [
		...['-nostdin', '-hide_banner', '-loglevel', 'error'],
		...['-max_alloc', String(ALLOCATION_LIMIT), '-threads', '1'],
		// A named format keeps out playlists, which would make ffmpeg open other files.
		...['-protocol_whitelist', 'file', '-f', inputFormat, '-i', `file:${path}`],
		...['-map', '0:a:0', '-map_metadata', '-1', '-threads', '1'],
		...[
			'-c:a',
			'libopus',
			'-application',
			'voip',
			'-compression_level',
			'5',
			'-b:a',
			'32k',
			'-ac',
			'1',
			'-ar',
			'48000',
		],
		...['-f', 'ogg', 'pipe:1'],
	];
}

/** The machine has no room for another process now; a later try may succeed. */
function isOverloaded(error: unknown): boolean {
	return ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'].includes(codeOf(error));
}

function failed(reason: string, cause?: unknown): GatewayError {
	return new GatewayError(
		'unsupported_media_type',
		`The audio file could not be converted to a voice note: ${reason}. Send an OGG file with Opus audio, or leave "voice" out.`,
		cause === undefined ? {} : { cause },
	);
}
