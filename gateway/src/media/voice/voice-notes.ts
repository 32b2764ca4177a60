import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import { convertToOpus, type Conversion } from './convert-to-opus.ts';
import { enforceSizeLimit } from '../enforce-size-limit.ts';
import { readHead } from '../formats/identify-format.ts';
import type { MediaStorage, ReceivedFile } from '../storage/media-storage.ts';
import { createSemaphore } from '../../lib/concurrency/semaphore.ts';

/** The MIME type of voice notes: OGG files that contain audio in the Opus format. */
export const VOICE_NOTE_TYPE = 'audio/ogg';

/** Conversions use a processor each. */
const MAX_CONCURRENT_CONVERSIONS = 2;

/** An audio file whose type is known. */
export interface AudioFile {
	path: string;
	mimeType: string;
}

/** Audio files that are sent as voice notes. */
export interface VoiceNotes {
	/** Throws unsupported_media_type if the gateway cannot convert files. */
	requireConversion(): void;
	/** Whether a file is a voice note as it is. */
	isVoiceNote(file: AudioFile): Promise<boolean>;
	/** Converts a file to a new one in the media folder, where it is pending. Throws unsupported_media_type. */
	convert(owner: string, file: AudioFile): Promise<ReceivedFile>;
	/** Ends all conversions. Their errors have no error code, because no file is at fault. */
	close(): void;
}

/** `ffmpeg` is the path of the program that converts files; null: there is none. */
export function createVoiceNotes(ffmpeg: string | null, clock: Clock, folder: MediaStorage): VoiceNotes {
	const running = new Set<Conversion>();
	const runExclusive = createSemaphore(MAX_CONCURRENT_CONVERSIONS);
	let closed = false;

	return {
		requireConversion() {
			if (ffmpeg === null) throw notConvertible();
		},
		async isVoiceNote({ path, mimeType }) {
			return mimeType === VOICE_NOTE_TYPE && isMonoOpus(await readHead(path));
		},
		convert: (owner, file) =>
			runExclusive(async () => {
				if (ffmpeg === null) throw notConvertible();
				if (closed) throw new Error('The gateway is shutting down.');
				const conversion = convertToOpus(ffmpeg, clock, file);
				running.add(conversion);
				try {
					return await folder.receive(owner, enforceSizeLimit(conversion.output, 'audio'));
				} finally {
					conversion.end();
					running.delete(conversion);
				}
			}),
		close() {
			closed = true;
			for (const conversion of running) conversion.end();
		},
	};
}

/** Phones play voice notes of one channel only. The header of the Opus stream is in the first page of the file. */
function isMonoOpus(head: Buffer): boolean {
	const header = head.indexOf('OpusHead');
	return head.toString('latin1', 0, 4) === 'OggS' && header !== -1 && (head[header + 9] ?? 0) <= 1;
}

function notConvertible(): GatewayError {
	return new GatewayError(
		'unsupported_media_type',
		'A voice note must be an OGG file with Opus audio of one channel. To convert others, the operator of this gateway can install ffmpeg (GATEWAY_FFMPEG). Or leave "voice" out to send an audio file.',
	);
}
