import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { GatewayError } from '../../../src/domain/error.ts';
import type { MessageId } from '../../../src/domain/ids.ts';
import { openMediaFolder } from '../../../src/media/storage/media-folder.ts';
import type { Media } from '../../../src/media/media.ts';
import { UnexpectedStatus } from '../../../src/media/transient-fault.ts';
import type { MediaStorage } from '../../../src/media/storage/media-storage.ts';
import type { VoiceNotes } from '../../../src/media/voice/voice-notes.ts';
import { createMediaResolver, type ResolveMedia } from '../../../src/outbound/media/resolve-media.ts';
import type { Commit } from '../../../src/store/commit/scope.ts';
import { storeUnavailable } from '../../../src/store/commit/store-unavailable.ts';
import { isMediaFileReferenced } from '../../../src/store/messages/uploads.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openStoreWithQueue, type StoreWithQueue } from '../store-with-queue.ts';

const SERVER_DOWN = new UnexpectedStatus(503);
const PICTURE = { type: 'image', media_url: 'https://example.com/a.png' } as const;

describe('the file of a queued message', () => {
	let queue: StoreWithQueue;
	let folder: MediaStorage;
	let downloads: number;
	let isServerDown: boolean;
	/** The outcome of the next commit. */
	let fault: 'none' | 'answer lost' | 'out of reach' | 'refused';
	let resolveMedia: ResolveMedia;

	beforeEach(async () => {
		queue = await openStoreWithQueue(createManualClock());
		folder = await openMediaFolder(queue.folder, queue.newId);
		downloads = 0;
		isServerDown = false;
		fault = 'none';
		const remote: Pick<Media['remote'], 'download'> = {
			async download(owner) {
				downloads += 1;
				if (isServerDown) throw new GatewayError('media_download_failed', 'Down.', { cause: SERVER_DOWN });
				return { ...(await folder.receive(owner, bytes())), mimeType: 'image/png' };
			},
		};
		const media = { folder, remote: remote as Media['remote'], voiceNotes: {} as VoiceNotes };
		resolveMedia = createMediaResolver({ store: { commit, read: queue.store.read }, media });
	});
	afterEach(() => queue.close());

	const bytes = () => Readable.from([Buffer.from('a picture')]);

	const commit: Commit = async (body, options) => {
		const now = fault;
		fault = 'none';
		if (now === 'refused') throw new Error('The database refuses the row.');
		const unreachable = storeUnavailable('unreachable', new Error('Connection terminated unexpectedly'));
		if (now === 'out of reach') throw unreachable;
		const result = await queue.store.commit(body, options);
		if (now === 'answer lost') throw unreachable;
		return result;
	};
	const pending = () => readdir(path.join(folder.root, 'pending'));
	const hasFile = (file: string) => isMediaFileReferenced(queue.store.read, file);
	const sweep = () =>
		folder.sweep({ hasFile, hasOwner: (owner) => Promise.resolve(owner === queue.instanceId) }, Infinity);

	it('is kept when the answer to the commit that names it is lost', async () => {
		const message = await queue.queue(PICTURE);
		fault = 'answer lost';
		await expect(resolveMedia(message)).rejects.toMatchObject({ code: 'service_unavailable' });
		const file = await resolveMedia(message);
		expect(existsSync(file?.path ?? '')).toBe(true);
		expect(downloads).toBe(1);
		expect(await pending()).toEqual([]);
	});

	it('is kept by the sweep of the next start when the answer to that commit is lost', async () => {
		const message = await queue.queue(PICTURE);
		fault = 'answer lost';
		await resolveMedia(message).catch(() => undefined);
		expect(await pending()).toHaveLength(1);
		await sweep();
		expect(await pending()).toEqual([]);
		expect(existsSync((await resolveMedia(await queue.rowOf(message.id)))?.path ?? '')).toBe(true);
	});

	it('is downloaded once although the database cannot be reached for a while', async () => {
		const message = await queue.queue(PICTURE);
		for (let attempt = 0; attempt < 3; attempt += 1) {
			fault = 'out of reach';
			await expect(resolveMedia(message)).rejects.toMatchObject({ code: 'service_unavailable' });
		}
		expect(existsSync((await resolveMedia(message))?.path ?? '')).toBe(true);
		expect([downloads, await pending()]).toEqual([1, []]);
		expect(await readdir(path.join(folder.root, queue.instanceId))).toHaveLength(1);
	});

	it('is discarded when the database refuses the row that names it', async () => {
		fault = 'refused';
		await expect(resolveMedia(await queue.queue(PICTURE))).rejects.toThrow('refuses');
		expect(await pending()).toEqual([]);
		expect(await readdir(path.join(folder.root, queue.instanceId))).toEqual([]);
	});

	it('is downloaded again where it is missing', async () => {
		const message = await queue.queue(PICTURE);
		await rm((await resolveMedia(message))?.path ?? '');
		const again = await resolveMedia(message);
		expect(existsSync(again?.path ?? '')).toBe(true);
		expect(downloads).toBe(2);
		expect(folder.pathOf((await queue.rowOf(message.id)).media_file ?? '')).toBe(again?.path);
	});

	it('is tried some times, which are counted for the messages that were tried last', async () => {
		const message = await queue.queue(PICTURE);
		isServerDown = true;
		const outcomeOf = async (id: MessageId): Promise<unknown> => {
			const error: unknown = await resolveMedia({ ...message, id }).catch((one: unknown) => one);
			return error instanceof Error && error.name;
		};
		const triedFourTimes = 'msg_0' as MessageId;
		for (let attempt = 0; attempt < 4; attempt += 1)
			expect(await outcomeOf(triedFourTimes)).toBe('GatewayError');
		for (let index = 1; index < 10_000; index += 1) await outcomeOf(`msg_${index}` as MessageId);
		for (let attempt = 1; attempt < 4; attempt += 1) await outcomeOf(message.id);
		expect(await outcomeOf(triedFourTimes)).toBe('GatewayError');
	});

	it('is refused for good where it is missing and came from no URL', async () => {
		const { file } = await folder.receive(queue.instanceId, bytes());
		const forwarded = { ...PICTURE, media_url: null, media_file: file, mime_type: 'image/png' };
		const message = await queue.queue(forwarded);
		await folder.discard(file);
		await expect(resolveMedia(message)).rejects.toMatchObject({
			name: 'PermanentSendError',
			code: 'media_download_failed',
			message: 'The file of the forwarded message is no longer stored.',
		});
	});
});
