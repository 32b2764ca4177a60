import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { locator, type Fixture } from '../operations/fixture.ts';
import { runNodeWith } from './runNode.ts';

const TO = '491516000011';

/** The parameters of Message > Send Media to the default recipient. */
export function sendMediaParameters({ instanceId }: Pick<Fixture, 'instanceId'>): INodeParameters {
	return {
		resource: 'message',
		operation: 'sendMedia',
		...locator('instanceId', instanceId),
		...locator('to', TO),
	};
}

/** Runs Message > Send Media with further parameters. */
export function sendMediaWith(
	fixture: Fixture,
	parameters: INodeParameters,
	input: INodeExecutionData[],
	baseUrl = fixture.gateway.url,
) {
	const credential = { ...fixture.credential, baseUrl };
	return runNodeWith(credential, { ...sendMediaParameters(fixture), ...parameters }, input);
}
