import type { Config } from '../config/config.ts';
import { errorLogger } from '../observability/log.ts';
import { openMedia, type Media } from '../media/media.ts';
import type { ComponentDeps } from './component-deps.ts';
import type { HttpClients } from './http-clients.ts';

/** Opens the files of messages, in the data folder or a bucket. `installation` identifies the gateway in the bucket. */
export async function openFiles(
	config: Config,
	{ realClock, newId, store, logger, shutdownHooks }: ComponentDeps,
	{ httpClients, installation }: { httpClients: HttpClients; installation: string },
): Promise<Media> {
	const logError = errorLogger(logger);
	const media = await openMedia({
		dataFolder: config.dataFolder,
		bucket: config.mediaBucket,
		installation,
		onError: logError('a file could not be removed from the media bucket; the next sweep retries it'),
		onOutage: (error) => {
			if (error === null) logger.info('the bucket of media can be used again');
			else logger.error({ err: error }, 'the bucket of media cannot be used; messages with files wait');
		},
		client: httpClients.files,
		clock: realClock,
		newId,
		read: store.read,
		shared: config.databaseUrl !== null,
		limit: config.mediaLimit,
		ffmpeg: config.ffmpeg,
	});
	shutdownHooks.add('media', () => media.close());
	return media;
}
