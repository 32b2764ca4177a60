import { expect, it } from '@jest/globals';
import { WebhookContext } from 'n8n-core';
import type { IWebhookData } from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';

import type { AwaitedReply } from '../../../nodes/MessagingGateway/reply/awaitedReply.ts';
import { loadAwaitedReply } from '../../../nodes/MessagingGateway/reply/awaitedReply.ts';
import { createAdditionalData } from '../support/additionalData.ts';
import { ACTION_NODE, createNode, loadedPackage } from '../support/loadedPackage.ts';
import { createWorkflow } from '../support/runNode.ts';

const AWAITED: AwaitedReply = {
	webhookId: 'wh_1',
	secret: 'whsec_1',
	instanceId: 'inst_1',
	to: '4915112345678',
	questionId: 'msg_1',
	senders: [],
	choices: [],
	isApproval: false,
	askAgain: '',
};

it.each(['Ask', 'Ask {{ $json.name }} }', 'Ask "Ada\'s" \\', 'Ask `${x}`', '😀'])(
	'finds the awaited reply of a node with the name %p',
	async (name) => {
		await loadedPackage.loadAll();
		const node = createNode(ACTION_NODE, {}, { name });
		const workflow = createWorkflow(node);
		const additionalData = createAdditionalData({ baseUrl: 'http://127.0.0.1:9', apiKey: '' });
		const contextData = { [`node:${name}`]: { awaitedReply: JSON.stringify(AWAITED) } };
		const data = createRunExecutionData({ executionData: { contextData, nodeExecutionStack: [] } });
		const webhook = { node: name, workflowId: 'workflow' } as IWebhookData;
		const context = new WebhookContext(workflow, node, additionalData, 'webhook', webhook, [], data);
		await workflow.expression.acquireIsolate();
		try {
			expect(loadAwaitedReply(context)).toEqual(AWAITED);
		} finally {
			await workflow.expression.releaseIsolate();
		}
	},
);
