import type { DocumentedForm } from './documented-forms.ts';
import { fromList } from './from-list.ts';
import { ADA, GRACE } from './messages.ts';

const MESSAGE = 'msg_01jd2c7v9qk3m5x8w4t6r1y0za';

/** Returns the forms in docs/nodes/message.md whose pictures are named after their operation. */
export function messageForms(
	form: (operation: string, parameters: object) => DocumentedForm,
): Record<string, DocumentedForm> {
	const to = { to: fromList(`${ADA}@s.whatsapp.net`, 'Ada') };
	const message = (name: string) => ({ messageId: fromList(MESSAGE, name) });
	const answer = message(`Thank you, it has arrived (from +${ADA})`);
	return {
		'message-react': form('react', { ...answer, emoji: '👍' }),
		'message-edit': form('edit', {
			...message(`We deliver on Thursday (to +${ADA})`),
			message: 'We deliver on Friday',
		}),
		'message-delete': form('delete', message(`We deliver on Thursday (to +${ADA})`)),
		'message-cancel': form('cancel', message(`Your appointment is tomorrow (to +${ADA})`)),
		'message-forward': form('forward', { ...answer, to: fromList(`${GRACE}@s.whatsapp.net`, 'Grace') }),
		'message-send-location': form('sendLocation', {
			...to,
			latitude: 48.2104,
			longitude: 16.3655,
			options: { locationName: 'Café Central', address: 'Herrengasse 14, Vienna' },
		}),
		'message-send-contact': form('sendContact', {
			...to,
			contacts: {
				contact: [{ name: 'Grace Hopper', phones: '+49 170 0000042', emails: 'grace@example.com' }],
			},
		}),
		'message-send-poll': form('sendPoll', {
			...to,
			question: 'Where shall we eat?',
			answers: 'Pizza, Pasta, Salad',
			options: { sendAt: '2026-12-24T12:00:00' },
		}),
		'message-send-interactive': form('sendInteractive', {
			...to,
			message: 'When shall we deliver?',
			buttons: {
				button: [
					{ title: 'Today', id: 'today' },
					{ title: 'Tomorrow', id: 'tomorrow' },
				],
			},
			options: { header: 'Your order 4711' },
		}),
	};
}
