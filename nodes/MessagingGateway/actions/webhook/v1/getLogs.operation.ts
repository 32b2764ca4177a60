import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getLimit, returnAll } from '../../../descriptions/limit';
import { webhookLocator } from '../../../descriptions/locators/webhookLocator';
import { gatewayData } from '../../../transport/request';
import type { OperationOutput } from '../../operation';
import { webhookPath } from '../webhookPath';

/** The largest page of the log. */
const MAX_PAGE_SIZE = 100;

interface LogEntry extends IDataObject {
	id: string;
}

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['getLogs'] } }, [
	webhookLocator,
	...returnAll,
]);

/**
 * GET /v1/webhooks/{id}/logs, page by page (`before` is an addition). Returns one item per delivery, newest first.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${webhookPath(this, itemIndex)}/logs`;
	const maxResults = getLimit(this, itemIndex) ?? Number.POSITIVE_INFINITY;
	const entries: LogEntry[] = [];
	for (;;) {
		const limit = Math.min(MAX_PAGE_SIZE, maxResults - entries.length);
		const before = entries.at(-1)?.id;
		const page = await gatewayData<LogEntry[]>(this, {
			method: 'GET',
			path,
			query: { limit, ...(before && { before }) },
			itemIndex,
		});
		entries.push(...page);
		if (page.length < limit || entries.length >= maxResults) return entries.map((json) => ({ json }));
	}
}
