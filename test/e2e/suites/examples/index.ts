import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { activate, deactivate, EXAMPLES } from '../../../../playground/src/n8n/example-workflows.ts';
import { EXAMPLES_FOLDER } from '../../support/examples.ts';
import type { TestPlayground } from '../../support/test-playground.ts';
import { waitForWebhookCount } from '../../support/trigger.ts';
import { approvalSuite } from './approval.ts';
import { broadcastSuite } from './broadcast.ts';
import { disconnectAlertSuite } from './disconnect-alert.ts';
import { mediaArchiveSuite } from './media-archive.ts';
import { onboardingSuite } from './onboarding.ts';
import { supportAgentSuite } from './support-agent.ts';

/** The suites of the examples, except those of the playground, which are one folder up. */
const SUITES: Record<string, (playground: () => TestPlayground) => void> = {
	'ai-support-agent.json': supportAgentSuite,
	'alert-on-disconnect.json': disconnectAlertSuite,
	'approval-by-reply.json': approvalSuite,
	'broadcast-from-sheet.json': broadcastSuite,
	'media-archive.json': mediaArchiveSuite,
	'qr-onboarding-by-mail.json': onboardingSuite,
};

export function examplesSuite(playground: () => TestPlayground): void {
	describe('examples', () => {
		// Deactivates the echo bot, which would answer the messages of the other examples.
		beforeAll(async () => {
			const { session, echo } = playground();
			await deactivate(session, echo);
			await waitForWebhookCount(playground(), echo, 0);
		});
		afterAll(async () => {
			const { session, echo } = playground();
			await activate(session, { ...echo, active: false });
			await waitForWebhookCount(playground(), echo, 1);
		});

		test('have a suite each', async () => {
			const files = (await readdir(EXAMPLES_FOLDER)).filter(
				(file) => file.endsWith('.json') && !file.endsWith('.scenario.json'),
			);
			const run = [...Object.keys(SUITES), ...EXAMPLES.map(({ file }) => file)];
			expect(run.toSorted()).toEqual(files.toSorted());
		});

		for (const suite of Object.values(SUITES)) suite(playground);
	});
}
