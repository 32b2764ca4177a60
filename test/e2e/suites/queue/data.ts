import { describe, expect, test } from '@jest/globals';
import { PNG } from '../../../../gateway/test/support/sample-files.ts';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { upsertCredential } from '../../../../playground/src/n8n/credential.ts';
import { fetchFromN8n } from '../../../../playground/src/n8n/fetch.ts';
import { finishedExecution } from '../../support/executions.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { ADA, receiveMessage, waitForStatus } from '../../support/messages.ts';
import type { QueuePlayground } from '../../support/queue/queue-playground.ts';
import { withRecordingWorkflow } from '../../support/queue/recording-workflow.ts';
import { ACTION, byId } from '../../support/workflows.ts';

const REPLY_TO = { instanceId: byId('={{ $json.instanceId }}'), to: byId('={{ $json.chatId }}') };

export function dataSuite(playground: () => QueuePlayground): void {
	describe('a received picture', () => {
		test('is downloaded and sent back by a worker, and shown by the main process', async () => {
			const { gateway, instanceId, session } = playground();
			const pictures = await startHttpServer(() => ({ status: 200, type: 'image/png', body: PNG }));
			const sendBack = {
				name: 'Send back',
				type: ACTION,
				parameters: { resource: 'message', operation: 'sendMedia', ...REPLY_TO, binaryPropertyName: 'data' },
			};
			const workflow = { name: 'Pictures', trigger: { downloadFiles: true }, between: [sendBack] };
			await withRecordingWorkflow(playground(), workflow, async (recording) => {
				const picture = { from: ADA, type: 'image', mediaUrl: `${pictures.url}/picture.png` };
				await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/messages`, picture);
				const { status, output, items } = await finishedExecution(
					session,
					recording.workflow,
					() => true,
					60,
				);
				expect(status).toBe('success');
				await waitForStatus(gateway, String(output['Send back']?.messageId), 'read');
				const [item] = items.Message as unknown as { binary: { data: { id: string } } }[];
				const query = new URLSearchParams({ id: item?.binary.data.id ?? '', action: 'view' });
				const shown = await fetchFromN8n(`${session.url}/rest/binary-data?${query.toString()}`, {
					headers: { cookie: session.cookie },
				});
				expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true);
			});
			await pictures.close();
		}, 120_000);
	});

	describe('a changed credential', () => {
		test('is used by the workers from the next execution on', async () => {
			const { gateway, session } = playground();
			const answer = {
				name: 'Answer',
				type: ACTION,
				parameters: { resource: 'message', operation: 'sendText', ...REPLY_TO, message: 'Hello' },
			};
			await withRecordingWorkflow(
				playground(),
				{ name: 'Credential', between: [answer] },
				async ({ workflow }) => {
					const outcome = async (text: string) => {
						const messageId = await receiveMessage(playground(), ADA, text);
						const execution = await finishedExecution(
							session,
							workflow,
							({ output }) => output.Message?.messageId === messageId,
							60,
						);
						return execution.status;
					};
					expect(await outcome('With the first key')).toBe('success');
					await upsertCredential(session, { ...gateway, apiKey: 'a key that the gateway does not know' });
					expect(await outcome('With a wrong key')).toBe('error');
					await upsertCredential(session, gateway);
					expect(await outcome('With the right key')).toBe('success');
				},
			);
		}, 180_000);
	});
}
