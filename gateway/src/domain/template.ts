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
