/** The texts of customers, if the exercise names none. */
export const QUESTIONS: readonly string[] = [
	'Hello, are you there?',
	'When are you open tomorrow?',
	'How much does a repair cost?',
	'Where is your shop?',
	'Can I come without an appointment?',
	'My order has not arrived yet.',
	'Do you have it in blue?',
	'What do I do if it is broken?',
	'Can I pay by card?',
	'How long does it take?',
];

/** Questions in other languages, two of them written from right to left. */
export const FOREIGN_QUESTIONS: readonly string[] = [
	'Wann habt ihr morgen geöffnet?',
	'¿A qué hora abren mañana?',
	'À quelle heure ouvrez-vous demain ?',
	'Que horas vocês abrem amanhã?',
	'Yarın saat kaçta açılıyorsunuz?',
	'明日は何時に開きますか？',
	'你们明天几点开门？',
	'आप कल कब खुलेंगे?',
];

export const RIGHT_TO_LEFT: readonly string[] = ['متى تفتحون غدا؟', 'מתי אתם פותחים מחר?'];

export const EMOJI: readonly string[] = ['👍', '🤷🏽‍♀️', '🏳️‍🌈❤️‍🔥', '👨‍👩‍👧‍👦 ❓', '😂😂😂😂😂😂😂😂'];

/** Texts that show nothing, or next to nothing: a space that does not break, a zero-width one, a braille blank. */
export const BLANK: readonly string[] = ['\u00a0', '\u200b', '\u2800', '.', '\u200e\n\u200e'];

/** The texts of a person who answers on the phone of the account. */
export const ANSWERS_OF_A_PERSON: readonly string[] = [
	'This is Kim from the shop, I will look into it.',
	'Kim here. One moment please.',
	'I take over from the bot, what happened?',
];
