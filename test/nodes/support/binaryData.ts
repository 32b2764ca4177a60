import './n8nEnvironment.ts';

import type { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/**
 * Makes n8n store files on disk, as most installations do, instead of in the items. Returns functions to store and read
 * a file; `close` restores the default mode.
 */
export async function storeBinaryDataOnDisk(folder: string) {
	const config = Container.get(BinaryDataConfig);
	const service = Container.get(BinaryDataService);
	Object.assign(config, { mode: 'filesystem', availableModes: ['filesystem'], localStoragePath: folder });
	await service.init();
	return {
		store(content: Readable, fileName: string, mimeType: string): Promise<IBinaryData> {
			const location = { type: 'execution', workflowId: 'workflow', executionId: 'before' } as const;
			return service.store(location, content, { data: '', fileName, mimeType });
		},
		async read(file: IBinaryData | undefined): Promise<Buffer> {
			if (!file) throw new Error('There is no file');
			return await service.getAsBuffer(file);
		},
		async close(): Promise<void> {
			Object.assign(config, { mode: 'default' });
			await service.init();
		},
	};
}
