import type { ServerResponse } from 'node:http';

/** An error response of the Graph API. */
export class GraphFailure extends Error {
	readonly status: number;
	readonly body: object;
	readonly retryAfter: number | undefined;

	constructor(
		status: number,
		code: number,
		message: string,
		more: { details?: string; retryAfter?: number; subcode?: number } = {},
	) {
		super(message);
		this.name = 'GraphFailure';
		this.status = status;
		this.retryAfter = more.retryAfter;
		const details =
			more.details === undefined
				? {}
				: { error_data: { messaging_product: 'whatsapp', details: more.details } };
		const subcode = more.subcode === undefined ? {} : { error_subcode: more.subcode };
		this.body = {
			error: {
				message,
				type: 'OAuthException',
				code,
				...subcode,
				...details,
				fbtrace_id: 'AXsgnV2Cm3ZMGF3dF',
			},
		};
	}
}

export function answerJson(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
	response.end(JSON.stringify(body));
}

export function answerFailure(response: ServerResponse, failure: GraphFailure): void {
	if (failure.retryAfter !== undefined) response.setHeader('retry-after', failure.retryAfter);
	answerJson(response, failure.status, failure.body);
}
