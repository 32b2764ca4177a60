import { createSemaphore, type Semaphore } from '../../../lib/semaphore.ts';
import type { FileStore } from '../../file-store.ts';
import { fetchFile, type FetchedFile } from './fetch-file.ts';
import type { FileAtMeta } from '../inbound/incoming-content.ts';
import type { Session } from '../session/session.ts';
import { untilStoreAnswers } from '../inbound/until-store-answers.ts';

/** Milliseconds before each further attempt. */
const DELAYS = [1000, 5000, 15_000, 60_000];
/** Processes that may end while they fetch one file, before it is left alone. */
const DEATHS = 3;

/** How often a file was tried to be had, durably. */
export interface Tries {
	deaths: number;
	failures: number;
	/** Notes the numbers down. */
	note(deaths: number, failures: number): Promise<void>;
}

/**
 * Fetches the file of a message: a fault on the way is tried again, longer and longer apart, and a file during whose
 * fetching the gateway ended three times is left alone. `room` bounds the attempts at the same time. Rejects only when
 * the line ends.
 */
export async function fetchInTries(
	line: Session,
	file: FileAtMeta,
	files: FileStore,
	{ tries, room }: { tries: Tries; room: Semaphore },
): Promise<FetchedFile> {
	if (tries.deaths >= DEATHS) return givenUp(ENDED);
	for (let { failures } = tries; failures <= DELAYS.length; ) {
		try {
			// Should the process end before this is taken back, it counts as a death.
			return await room(async () => {
				await untilStoreAnswers(line, () => tries.note(tries.deaths + 1, failures));
				return fetchFile(line, file, files);
			});
		} catch (error) {
			if (line.isOver()) throw error;
			const { instanceId, log } = line;
			log.warn({ err: error, instanceId, failures: failures + 1 }, 'a file could not be fetched from Meta');
			const delay = DELAYS[failures];
			failures += 1;
			if (delay === undefined) break;
			await line.pause(delay);
		}
	}
	return givenUp(FAILED);
}

function givenUp(message: string): FetchedFile {
	return { mediaError: { code: 'media_download_failed', message } };
}

const FAILED =
	'WhatsApp did not hand the file over, however often it was asked for. Ask the sender to send it again.';
const ENDED =
	'The gateway ended several times while it fetched this file, and leaves it alone. Ask the sender to send it again.';

/** Room for files that are fetched at the same time: so many of one lane, and so many of all. */
export function createFileRoom(ofLane: number, ofAll: number): (lane: string) => Semaphore {
	const all = createSemaphore(ofAll);
	const lanes = new Map<string, { turns: Semaphore; users: number }>();
	return (lane) => async (work) => {
		const own = lanes.get(lane) ?? { turns: createSemaphore(ofLane), users: 0 };
		lanes.set(lane, own);
		own.users += 1;
		try {
			return await own.turns(() => all(work));
		} finally {
			own.users -= 1;
			if (own.users === 0) lanes.delete(lane);
		}
	};
}
