import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { locator, type Fixture } from '../operations/fixture.ts';
import { runNodeWith } from './runNode.ts';

/** What differs from a message to the default recipient. */
export interface SendTextRun {
	to?: string;
	message?: string;
	/** The fields of the item. */
	json?: IDataObject;
	baseUrl?: string;
	typeVersion?: number;
}

const TO = '491517000011';

/** Runs Message > Send Text with options for one item. */
export function sendTextWith(
	fixture: Fixture,
	options: INodeParameters,
	{ to = TO, message = 'Hello', json = {}, ...run }: SendTextRun = {},
) {
	const parameters: INodeParameters = {
		resource: 'message',
		operation: 'sendText',
		...locator('instanceId', fixture.instanceId),
		...locator('to', to),
		message,
		options,
	};
	const credential = { ...fixture.credential, ...(run.baseUrl && { baseUrl: run.baseUrl }) };
	return runNodeWith(credential, parameters, [{ json }], 'stopWorkflow', undefined, run.typeVersion);
}
