/** A template in a send request (specification, POST /v1/messages/template). */
export interface MessageTemplate {
	name: string;
	language: string;
	components: readonly TemplateComponent[];
}

export interface TemplateComponent {
	type: 'header' | 'body' | 'button';
	/** The kind of a button in Meta's words, such as `url`, `quick_reply` or `flow`; only of a button. */
	sub_type?: string | undefined;
	/** The position of a button, from 0; only of a button. */
	index?: number | undefined;
	parameters: readonly TemplateParameter[];
}

/** A parameter under the names of Meta's Cloud API. Links are https, or those of uploads. */
export type TemplateParameter = TemplateValue & {
	/** The placeholder that it fills in, of a text; absent: the one at its position. */
	parameter_name?: string | undefined;
};

type TemplateValue =
	/** In a button: the end of its URL, its payload or its coupon code, as the kind of the button needs it. */
	| { type: 'text'; text: string }
	| { type: 'currency'; currency: { code: string; amount_1000: number } }
	| { type: 'date_time'; date_time: { fallback_value: string } }
	| { type: 'image'; image: { link: string } }
	| { type: 'video'; video: { link: string } }
	| { type: 'document'; document: TemplateDocument }
	| { type: 'location'; location: TemplateLocation }
	/** Of a quick reply button: returned when a person taps it. */
	| { type: 'payload'; payload: string }
	/** Of a button that copies a code. */
	| { type: 'coupon_code'; coupon_code: string }
	/** Of a button that opens a flow, a catalog, products or an order, in Meta's shape for that kind. */
	| { type: 'action'; action: Record<string, unknown> };

export interface TemplateDocument {
	link: string;
	filename?: string | undefined;
}

export interface TemplateLocation {
	/** Degrees, -90 to 90. */
	latitude: number;
	/** Degrees, -180 to 180. */
	longitude: number;
	name?: string | undefined;
	address?: string | undefined;
}

/** The language codes that Meta lists: `en_US`, and also `de`, `fil` or `prs_AF`. */
export const TEMPLATE_LANGUAGE_PATTERN = '^[a-z]{2,3}(_[A-Z]{2})?$';

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
	placeholders: TemplatePlaceholder[];
	/** Parameters of header, body and buttons together. */
	parametersCount: number;
}

/** A part of a template that a request to send it fills in. */
export interface TemplatePlaceholder {
	component: TemplateComponent['type'];
	/** The `sub_type` of a button; null: it is no button. */
	subType: string | null;
	/** The position of a button, from 0; null: it is no button. */
	index: number | null;
	/** The number or name between the braces of a text; null: it has none, as files and buttons. */
	name: string | null;
	type: TemplateParameter['type'];
	/** Whether the template cannot be sent without it. */
	required: boolean;
	/** The value that the operator was shown for the approval; null: unknown. */
	example: string | null;
	/** The text on a button; null: it is no button. */
	title: string | null;
}
