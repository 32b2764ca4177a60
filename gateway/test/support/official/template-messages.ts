/** A parameter that is a text. */
export const text = (value: string) => ({ type: 'text', text: value });

/** A parameter that is a text, with the name that the template gives it. */
export const named = (name: string, value: string) => ({ ...text(value), parameter_name: name });

/** The component that fills in the body. */
export const body = (...parameters: unknown[]) => ({ type: 'body', parameters });

/** The components of the simulated template invoice_ready. */
export const HEADER = {
	type: 'header',
	parameters: [{ type: 'image', image: { link: 'https://example.com/header.jpg' } }],
};
export const AMOUNT = { type: 'currency', currency: { code: 'EUR', amount_1000: 12_500 } };
export const BUTTON = { type: 'button', sub_type: 'url', index: 0, parameters: [text('invoice-7')] };

/** A message of an English template. */
export const templateOf = (name: string, ...components: unknown[]) => ({
	name,
	language: 'en_US',
	components,
});
