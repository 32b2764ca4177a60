import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { openMediaFolder } from '../../../src/media/storage/media-folder.ts';
import type { MediaStorage } from '../../../src/media/storage/media-storage.ts';
import { forwardMessage } from '../../../src/outbound/changes/forward-message.ts';
import type { EnqueueMessage } from '../../../src/outbound/queueing/enqueue.ts';
import type { SendingCaller } from '../../../src/domain/access/caller.ts';
import { storeUnavailable } from '../../../src/store/commit/store-unavailable.ts';
import { updateMessage } from '../../../src/store/messages/messages.ts';
import type { MessageRow } from '../../../src/store/schema.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openStoreWithQueue, type StoreWithQueue } from '../store-with-queue.ts';

describe('the file of a forwarded message', () => {
	let queue: StoreWithQueue;
	let folder: MediaStorage;
	let original: MessageRow;
	let linked: string;

	beforeEach(async () => {
		queue = await openStoreWithQueue(createManualClock());
		folder = await openMediaFolder(queue.folder, queue.newId);
		const { file } = await folder.receive(queue.instanceId, picture());
		await folder.confirm(file);
		original = await queue.queue({ type: 'image', media_file: file, mime_type: 'image/png' });
		await queue.store.commit(({ db }) => updateMessage(db, original.id, { status: 'sent', sent_at: 1 }));
	});
	afterEach(() => queue.close());

	const picture = () => Readable.from([Buffer.from('a picture')]);

	/** Forwards the message to an enqueueing that fails with `error` once the file is linked. */
	async function forward(error: Error): Promise<void> {
		const enqueueMessage: EnqueueMessage = async (_request, prepare) => {
			linked = (await prepare()).media?.stored?.file ?? '';
			throw error;
		};
		const deps = { read: queue.store.read, folder, capabilitiesOf: () => null, enqueueMessage };
		const caller: SendingCaller = { kind: 'user', actor: 'usr_1', scopes: null, instanceIds: null };
		const fields = { instanceId: queue.instanceId, to: '4915112345679' };
		await expect(forwardMessage(deps, caller, original.id, { fields, request: null })).rejects.toBe(error);
	}

	it('is kept when the answer to the commit that names it is lost, and the commit is durable later', async () => {
		await forward(storeUnavailable('unreachable', new Error('Connection terminated unexpectedly')));
		await queue.queue({ type: 'image', media_file: linked, mime_type: 'image/png' });
		expect(existsSync(folder.pathOf(linked))).toBe(true);
	});

	it('is discarded when the message is refused', async () => {
		await forward(new Error('The message is refused.'));
		expect(existsSync(folder.pathOf(linked))).toBe(false);
	});
});
