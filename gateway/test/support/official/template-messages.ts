/** A parameter that is a text. */
export const text = (value: string) => ({ type: 'text', text: value });

/** A parameter that is a text, with the name that the template gives it. */
export const named = (name: string, value: string) => ({ ...text(value), parameter_name: name });

/** The component that fills in the body. */
export const body = (...parameters: unknown[]) => ({ type: 'body', parameters });

/** The component that fills in the header. */
export const header = (parameter: object) => ({ type: 'header', parameters: [parameter] });

/** The component that fills in the first button. */
export const button = (subType: string, parameter: object) => ({
	...{ type: 'button', sub_type: subType, index: 0, parameters: [parameter] },
});

/** The components of the simulated template invoice_ready. */
export const HEADER = header({ type: 'image', image: { link: 'https://example.com/header.jpg' } });
export const AMOUNT = { type: 'currency', currency: { code: 'EUR', amount_1000: 12_500 } };
export const BUTTON = button('url', text('invoice-7'));

/** A message of an English template. */
export const templateOf = (name: string, ...components: unknown[]) => ({
	name,
	language: 'en_US',
	components,
});
