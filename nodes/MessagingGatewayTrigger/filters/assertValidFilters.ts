import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toChatId } from '../../MessagingGateway/descriptions/locators/chatLocator';
import { toPerson } from '../../MessagingGateway/descriptions/phone';
import { splitEntries } from '../../MessagingGateway/descriptions/splitEntries';
import { excerptOf } from '../../MessagingGateway/excerpt';
import { UnsupportedRegex } from '../regex/parseRegex';
import type { Filters } from './properties';
import { textRegex } from './textRegex';

/** Throws a NodeOperationError for a filter that cannot match anything, so that users see it on activation. */
export function assertValidFilters(node: INode, filters: Filters): void {
	const [unknown] = invalidEntries(filters);
	if (unknown !== undefined) {
		throw new NodeOperationError(node, `"${excerptOf(unknown)}" in the filters is not a phone number`, {
			description:
				'Enter the number with its country code, e.g. +49 151 23456789. Chats also accepts chat IDs.',
		});
	}
	try {
		textRegex(filters);
	} catch (error) {
		if (error instanceof UnsupportedRegex) {
			throw new NodeOperationError(
				node,
				`The filter Text Matches Regex has ${error.message}, which is not supported`,
				{
					description:
						'Without it, a message of a stranger cannot block n8n. Simplify the expression, or test the text in the workflow.',
				},
			);
		}
		throw new NodeOperationError(node, 'The filter Text Matches Regex is not a valid regular expression', {
			description: 'Correct it, e.g. ^order\\s+\\d+$, or use Text Contains.',
		});
	}
}

/** Returns the entries of Chats and Senders that are neither a phone number nor an ID. */
function invalidEntries({ chats, senders }: Filters): string[] {
	return [
		...splitEntries(chats).filter((entry) => !toChatId(entry).includes('@')),
		...splitEntries(senders).filter((entry) => toPerson(entry) === undefined),
	];
}
