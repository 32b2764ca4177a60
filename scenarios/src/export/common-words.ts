/** Words that say nothing about a person, in the languages that are written most in chats. All others are replaced. */
const WORDS = `
a am an and any are as ask at back be been but by can card chat check close closed come could day days delivery did do does
done email file for form free from get give go good got had has have he hello help her here hey hi him his hour hours how
i if in is it just know last later let like long look many maybe me message minute minutes more morning much my need new
next no not now number of off ok okay on one open opening or order our out over pay phone please price question ready right
same say see send sent she should so some soon sorry still take tell thank thanks that the their them then there they this
time to today tomorrow too two up us very wait want was we week were what when where which who why will with work would
write wrong yes yesterday you your
aber alle auch auf bei bin bis bitte da danke das dass dein dem den der die dir doch du ein eine einen er es für gut hallo
hat heute hier ich ihr im in ist ja kann kein können man mein mich mir mit morgen nach nein nicht noch oder offen schon
sehr sie sind so und uns von wann warum was wer wie wieder wir wo zu zum
al con de del dónde el en es está gracias hay hola la las lo los me mi muy no para pero por que qué quiero sí su un una y
au avec bonjour c'est ce de des du est et il je la le les mais merci moi non oui ou où pas pour que quand qui sur un une
vous bom da dia do e em não o obrigado os para por quando sim tem um uma você
ciao che come di e grazie il non per sono una
`;

const COMMON = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));

/** Whether a word may stay in an anonymised text. */
export function isCommonWord(word: string): boolean {
	return COMMON.has(word.toLowerCase());
}
