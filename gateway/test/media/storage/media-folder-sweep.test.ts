import { expect, it } from '@jest/globals';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestGateway } from '../../support/gateway.ts';
import { storedFiles } from '../../support/media.ts';
import { upload } from '../../support/requests.ts';
import { PNG } from '../../support/sample-files.ts';

const UNKNOWN_INSTANCE = 'inst_01k9z5q7v8w9x0y1z2a3b4c5d6';
const UNFINISHED = 'uploads+med_01k9z5q7v8w9x0y1z2a3b4c5d6';

it('removes unfinished files and files of deleted instances, and keeps files of other programs', async () => {
	const gateway = await startTestGateway({
		async prepare(folder) {
			const media = path.join(folder, 'media');
			for (const name of ['pending', 'uploads', 'lost+found', UNKNOWN_INSTANCE]) {
				await mkdir(path.join(media, name), { recursive: true });
			}
			await writeFile(path.join(media, 'lost+found', '#1'), 'of the disk');
			await writeFile(path.join(media, 'pending', '..+important'), '');
			await writeFile(path.join(folder, 'important'), 'of somebody else');
			const marker = path.join(media, 'pending', UNFINISHED);
			await writeFile(marker, '');
			// With a shared folder, a gateway leaves recent files alone, because another one may be writing them.
			await utimes(marker, 0, 0);
			await writeFile(path.join(media, UNFINISHED.replace('+', '/')), 'half a file');
		},
	});
	const media = path.join(gateway.folder, 'media');
	expect((await readdir(media)).sort()).toEqual(['lost+found', 'pending', 'uploads']);
	expect(await readdir(path.join(media, 'lost+found'))).toEqual(['#1']);
	expect(await readdir(path.join(media, 'pending'))).toEqual(['..+important']);
	expect(await readdir(path.join(media, 'uploads'))).toEqual([]);
	expect(await readdir(gateway.folder)).toContain('important');
	await gateway.close();
});

it('starts although a marker disappears while the folder is read', async () => {
	const gateway = await startTestGateway({
		async prepare(folder) {
			const pending = path.join(folder, 'media', 'pending');
			await mkdir(pending, { recursive: true });
			// A dangling link is listed and cannot be read, like a file that was just removed.
			await symlink(path.join(folder, 'nothing'), path.join(pending, UNFINISHED));
		},
	});
	expect((await gateway.get('/v1/health')).status).toBe(200);
	await gateway.close();
});

it('keeps the files of instances that its database does not know, and removes those of deleted ones', async () => {
	const kept = `${UNKNOWN_INSTANCE}/med_01k9z5q7v8w9x0y1z2a3b4c5d6`;
	const deleted = kept.replace('inst_01k9', 'inst_01k8');
	const gateway = await startTestGateway({
		// As where the gateway is started with another database by mistake.
		async prepare(folder) {
			const media = path.join(folder, 'media');
			await mkdir(path.join(media, 'pending'), { recursive: true });
			for (const file of [kept, deleted]) {
				await mkdir(path.dirname(path.join(media, file)));
				await writeFile(path.join(media, file), 'of a message');
			}
			await writeFile(path.join(media, 'pending', path.dirname(deleted)), '');
		},
	});
	expect(await storedFiles(gateway.folder)).toEqual([kept]);
	await gateway.close();
});

it('takes files after the folder was removed while the gateway runs', async () => {
	const gateway = await startTestGateway();
	await rm(path.join(gateway.folder, 'media'), { recursive: true });
	await upload(gateway, PNG, 'image/png');
	expect(await storedFiles(gateway.folder)).toHaveLength(1);
	await gateway.close();
});
