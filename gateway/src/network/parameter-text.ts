import type { TemplateParameter } from '../domain/template.ts';

/** Returns the text of a template parameter; empty for an image. `language` is a template language, such as en_US. */
export function parameterText(parameter: TemplateParameter, language: string): string {
	switch (parameter.type) {
		case 'text':
			return parameter.text;
		case 'currency': {
			const { code, amount_1000: thousandths } = parameter.currency;
			const locale = language.replace('_', '-');
			return new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(thousandths / 1000);
		}
		case 'image':
			return '';
	}
}
