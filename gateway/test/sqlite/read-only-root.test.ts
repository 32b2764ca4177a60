import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { connectedInstance } from '../support/gateway.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { findMountProblem } from '../support/storage/small-disk.ts';

const PROBLEM = findMountProblem();

(PROBLEM === null ? describe : describe.skip)(
	`a gateway that can write to its data folder only ${PROBLEM ?? ''}`,
	() => {
		it('creates its database, and stores', async () => {
			const { folder, remove } = await temporaryFolder();
			const gateway = await startGatewayProcess(folder, {}, { readOnlyRoot: true });
			expect(await connectedInstance(gateway)).toMatch(/^inst_/u);
			expect((await gateway.end('SIGTERM')).code).toBe(0);
			await remove();
		});
	},
);
