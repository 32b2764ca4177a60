import { activate, deactivate, type Workflow } from '../../../../playground/src/n8n/example-workflows.ts';
import { waitForWebhookCount } from '../trigger.ts';
import { createWorkflow, deleteWorkflow, TRIGGER, type WorkflowStep } from '../workflows.ts';
import type { QueuePlayground } from './queue-playground.ts';
import { reportTo, startRecorder, type Report } from './recorder.ts';

/** The simplified output has no ID of the event. */
const TRIGGER_PARAMETERS = {
	events: ['message.received'],
	output: 'fields',
	fields: ['eventId', 'messageId', 'instanceId', 'chatId', 'content'],
};

export type RecordingWorkflow = {
	workflow: Workflow;
	/** The trigger's webhook at the gateway. */
	webhookId: string;
	/** The reports of its node "Record" so far. */
	reports: Report[];
};

/**
 * Publishes a workflow that reports every received message, runs a function, and deletes the workflow. `between`: nodes
 * between the trigger and the report.
 */
export async function withRecordingWorkflow(
	playground: QueuePlayground,
	{ name, trigger = {}, between = [] }: { name: string; trigger?: object; between?: readonly WorkflowStep[] },
	run: (recording: RecordingWorkflow) => Promise<void>,
): Promise<void> {
	const { session, balancer } = playground;
	const recorder = await startRecorder();
	const workflow = await createWorkflow(playground, name, [
		{ name: 'Message', type: TRIGGER, parameters: { ...TRIGGER_PARAMETERS, ...trigger } },
		...between,
		{ name: 'Record', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: reportTo(recorder) },
	]);
	try {
		await activate(session, workflow);
		const [webhook] = await waitForWebhookCount(playground, workflow, 1);
		await run({ workflow, webhookId: webhook?.id ?? '', reports: recorder.reports });
	} finally {
		balancer.setFates([]);
		await deactivate(session, workflow);
		await waitForWebhookCount(playground, workflow, 0);
		await deleteWorkflow(session, workflow);
		await recorder.close();
	}
}
