import { GatewayError } from '../../../../domain/error.ts';
import type { ManualPhone } from '../../phones/manual-phone.ts';
import type { SimulatorControls } from '../../simulator.ts';

/** The phone with this number. Throws contact_not_found when it is not controlled by hand. */
export function manualPhoneOrThrow(
	{ phones }: Pick<SimulatorControls, 'phones'>,
	number: string,
): ManualPhone {
	return phones.of(number) ?? throwNotControlled(number);
}

/** Throws contact_not_found for a phone that nobody controls by hand. */
export function throwNotControlled(number: string): never {
	throw new GatewayError(
		'contact_not_found',
		`The phone ${number} is not controlled by hand. Take control of it with PUT /simulator/v1/phones/${number}.`,
	);
}
