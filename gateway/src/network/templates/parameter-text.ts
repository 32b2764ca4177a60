import type { TemplateParameter } from '../../domain/messages/template.ts';

/**
 * Returns the text of a template parameter; empty for a file, a location or an action. `language` is a template
 * language, such as en_US.
 */
export function parameterText(parameter: TemplateParameter, language: string): string {
	switch (parameter.type) {
		case 'text':
			return parameter.text;
		case 'currency': {
			const { code, amount_1000: thousandths } = parameter.currency;
			const locale = language.replace('_', '-');
			return new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(thousandths / 1000);
		}
		case 'date_time':
			return parameter.date_time.fallback_value;
		case 'payload':
			return parameter.payload;
		case 'coupon_code':
			return parameter.coupon_code;
		case 'image':
		case 'video':
		case 'document':
		case 'location':
		case 'action':
			return '';
	}
}
