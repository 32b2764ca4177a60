import type { ApiDocument, Operation } from '../../../conformance/document/document.ts';

export type { ApiDocument, Operation };

/** Paths that the gateway serves and the interface descriptions do not have. */
const UNDESCRIBED =
	/^\/(?:docs|openapi[\w-]*\.json|metrics|livez|readyz|v1\/realtime|hooks\/|assets\/|hook\b|$)/;

/**
 * Returns the operation that a request means, whose ids may be real, `inst_…`, or names in braces; 'undescribed' for a
 * path that has no description; null: there is no such operation.
 */
export function matchOperation(
	document: ApiDocument,
	method: string,
	url: string,
): Operation | 'undescribed' | null {
	const [path = ''] = url.split(/[?#]/);
	if (UNDESCRIBED.test(path)) return 'undescribed';
	const parts = path.split('/');
	const fits = (operation: Operation): boolean => {
		const expected = operation.path.split('/');
		return (
			operation.method === method &&
			expected.length === parts.length &&
			expected.every((part, index) => part.startsWith('{') || part === parts[index])
		);
	};
	return document.operations.find(fits) ?? null;
}
