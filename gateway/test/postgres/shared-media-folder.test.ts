import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { databaseEnvironment } from '../support/database.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { authorization, storedFiles } from '../support/media.ts';
import { pngOf } from '../support/sample-files.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';

const KB = 1024;
const LIMIT = 2000 * KB;

describe('a media folder with a limit that two gateways share', () => {
	const clock = createManualClock();
	const gateways: TestGateway[] = [];

	beforeEach(async () => {
		const environment = { GATEWAY_MEDIA_LIMIT: '2000KB' };
		const first = await startTestGateway({ clock, environment });
		gateways.push(first);
		const shared = { GATEWAY_DATA_DIR: first.folder, ...(await databaseEnvironment(first.folder)) };
		gateways.push(await startTestGateway({ clock, environment: { ...environment, ...shared } }));
	});
	afterEach(async () => {
		for (const gateway of gateways.splice(0).reverse()) await gateway.close();
	});

	async function usedBytes(): Promise<number> {
		const folder = path.join(gateways[0]?.folder ?? '', 'media');
		// A gateway may remove a file between the listing and its turn.
		const sizes = (await storedFiles(path.dirname(folder))).map((name) =>
			stat(path.join(folder, name)).catch(() => ({ size: 0 })),
		);
		return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
	}

	it('is trimmed by what both have stored', async () => {
		for (const gateway of [...gateways, ...gateways]) {
			const body = new FormData();
			body.append('file', new Blob([new Uint8Array(pngOf(450 * KB))], { type: 'image/png' }), 'a.png');
			await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		}
		// Uploads of the last hour are kept.
		clock.advance(2 * 3_600_000);
		await sweptUntil(clock, 'half of the limit to be free', async () => (await usedBytes()) <= LIMIT / 2);
	});
});
