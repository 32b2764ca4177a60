/** A template as a client names it (specification, POST /v1/messages/template). */
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

/** What the network operator files a template under. */
export const TEMPLATE_CATEGORIES = ['authentication', 'marketing', 'utility'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** What the network operator has decided on a template; only an approved one can be sent. */
export const TEMPLATE_STATUSES = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** A template as the network operator has it. */
export interface NetworkTemplate {
	name: string;
	language: string;
	category: TemplateCategory;
	status: TemplateStatus;
	/** `{{1}}` stands for the first parameter of the body, and so on. */
	body: string;
	/** How many parameters header, body and buttons take together. */
	parametersCount: number;
}
