/** A template in a send request (specification, POST /v1/messages/template). */
export interface MessageTemplate {
	name: string;
	language: string;
	components: readonly TemplateComponent[];
}

export interface TemplateComponent {
	type: 'header' | 'body' | 'button';
	sub_type?: string | undefined;
	index?: number | undefined;
	parameters: readonly TemplateParameter[];
}

export type TemplateParameter =
	| { type: 'text'; text: string }
	| { type: 'currency'; currency: { code: string; amount_1000: number } }
	| { type: 'image'; image: { link: string } };

/** The categories of templates on the network. */
export const TEMPLATE_CATEGORIES = ['authentication', 'marketing', 'utility'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** The network operator's decision on a template; only an approved template can be sent. */
export const TEMPLATE_STATUSES = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** A template as it is registered with the network operator. */
export interface NetworkTemplate {
	name: string;
	language: string;
	category: TemplateCategory;
	status: TemplateStatus;
	/** The text, with `{{1}}` in place of the first parameter of the body, and so on. */
	body: string;
	/** Parameters of header, body and buttons together. */
	parametersCount: number;
}
