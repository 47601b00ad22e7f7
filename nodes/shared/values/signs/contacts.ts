import { quoted, SEPARATOR, SMART_QUOTE } from '../basics/inWords';
import { parseUrl, wordList } from '../basics/values';
import { isPlaceholder } from './domains';
import type { Sign } from './sign';
import { NO_VALUE_CELL } from './texts';

/** The mailboxes that RFC 2142 reserves for roles, so they aren't a person's. */
export const ROLE_MAILBOXES = wordList(
	'abuse ftp hostmaster info marketing news noc postmaster sales security support usenet uucp webmaster www',
);

/** Mailboxes that are mostly shared or made up, by their letters. The API does not list them, so the service judges. */
const DOUBTFUL_MAILBOXES = wordList(
	// English.
	'accounting accounts accountspayable accountsreceivable admin administration administrator anonymous autoreply billing bookings ' +
		'booking bookkeeping bounce bounces careers communications compliance contact customercare customerservice customersupport ' +
		'contactus creditors dataprotection developers devops dispatch donotreply dpo engineering enquiries enquiry events feedback finance frontdesk gdpr general ' +
		'getintouch growth hello help helpdesk hiring hr investorrelations investors people product talent ' +
		'humanresources inquiries inquiry invoice invoices invoicing it jobs legal logistics mail mailbox mailerdaemon management media ' +
		'newsletter noreply notifications office operations orders partners partnerships payroll press privacy procurement purchasing ' +
		'reception recruiter recruiting recruitment reservations root service shipping shop studio support system team techsupport ' +
		// German.
		'anfrage anfragen ausbildung bestellung bestellungen bewerbung bewerbungen buchhaltung buero büro datenschutz einkauf empfang geschaeftsleitung kanzlei ' +
		'debitoren hallo karriere kontakt kreditoren kundendienst kundenservice moin personal personalabteilung poststelle praktikum praxis presse rechnung rechnungen rezeption sekretariat ' +
		'verkauf vertrieb verwaltung werkstatt zentrale ' +
		// French.
		'accueil achats bonjour carriere carrieres commande commandes commercial compta comptabilite devis direction emploi facturation facture factures ' +
		'drh nepasrepondre recrutement ressourceshumaines rh salut secretariat serviceclient ventes ' +
		// Spanish.
		'administracion atencion atencionalcliente clientes comercial compras contabilidad contacto facturacion facturas gerencia hola ' +
		'cobranza cobranzas empleo informacion noresponder oficina pedidos prensa recepcion tesoreria recursoshumanos rrhh soporte ventas ' +
		// Portuguese.
		'administrativo atendimento cobranca contabilidade contato fatura faturacao imprensa recepcao sac trabalheconosco vagas faturamento financeiro geral recrutamento secretaria suporte vendas ' +
		// Italian.
		'contatti fattura lavoraconnoi stampa supporto acquisti amministrazione assistenza ciao commerciale contabilita direzione fatturazione fatture informazioni lavoro ordini personale ' +
		'preventivi risorseumane segreteria ufficio ufficioacquisti vendite ' +
		// Dutch.
		'administratie bestellingen boekhouding crediteuren debiteuren vacatures factuur facturen financien inkoop kantoor klantenservice personeelszaken receptie secretariaat verkoop werkenbij ' +
		// Polish and Czech.
		'biuro faktury handlowy kadry kariera ksiegowosc praca reklamacje rekrutacja sekretariat serwis sprzedaz zamowienia fakturace objednavky obchod podatelna prodej ' +
		'kancelar kancelaria obslugaklienta poczta podpora pomoc recepce recepcja uctarna ucetni zakaznici ' +
		// Hungarian, Romanian, Croatian, Slovene and Russian.
		'birou buh contabilitate ertekesites iroda konyveles pisarna posta prodaja prodazhi ugyfelszolgalat uprava ured vanzari ' +
		// Swedish, Danish, Norwegian and Finnish.
		'bogholderi ekonomi faktura forsaljning fakturor jobb kundeservice kundservice kontor kundtjanst firmapost ordre post regnskab salg tuki rekry asiakaspalvelu laskutus myynti toimisto ' +
		// Turkish.
		'bilgi destek iletisim insankaynaklari muhasebe satis ' +
		// Made up.
		'abc asdf asdfasdf dummy email emailnotunlocked example fake firstlast firstname firstnamelastname foo foobar johndoe lastname ' +
		'myemail na name noemail nobody nomail none noone notavailable notprovided placeholder qwerty qwertz sample test testing tester ' +
		'unknown user username yourname youremail',
);

const isRole = (word: string): boolean => ROLE_MAILBOXES.has(word) || DOUBTFUL_MAILBOXES.has(word);

/**
 * Also with a tag, a number or a region (`info+crm`, `sales2`, `sales.emea`), of such words only (`hr.team`), of
 * one letter (`xxx`), and the `-request` mailboxes of RFC 2142 section 6.
 */
function isDoubtful(mailbox: string): boolean {
	const [base = ''] = mailbox.split('+', 1);
	const letters = base.replace(/\P{L}+/gu, '');
	return (
		isRole(letters) ||
		isRole(base.replace(/[._-](?:[a-z]{2}|apac|dach|emea|global|latam)$/, '')) ||
		(/\p{L}[._-]\p{L}/u.test(base) &&
			lettersByWord(base).every((word) => isRole(word) || WORDS_OF_NO_NAME.has(word))) ||
		base.endsWith('-request') ||
		/^(.)\1{2,}$/.test(letters)
	);
}

/** Words of departments, tests and gaps. A name of such words alone is none: "Front Desk", but not "Ana Sales". */
const WORDS_OF_NO_NAME = wordList(
	'abc abteilung account accounting accounts achternaam admin administration administrator al anonymous apellido apellidos asdf assistant available bar ' +
		'bez billing buchhaltung care ceo cfo chief client cliente cognome contact coo coordinator cto customer customers deactivated ' +
		'deleted demo department dept desk director duplicate empfang employee executive fake finance first firstname foo former front ' +
		'efternamn förnamn full general given guest hidden imię head help helpdesk hiring hr human inactive info information intern ipsum it kein keine kundenservice last ' +
		'lastname lorem mail management manager managing marketing member nachname name nazwisko network no nom nombre nome not office officer ohne ' +
		'operations owner payable payroll person placeholder prenom president private profile provided prénom purchasing qwerty ' +
		'receivable reception record recruiting relations representative resources sales sample sans sekretariat sem senza service ' +
		'services servicio sin sobrenome soyad soyadı specialist success supervisor support surname tba tbc tbd team test tester testing the unknown user ' +
		'vertrieb verwaltung voornaam vorname vp webmaster zonder имя фамилия',
);

const lettersByWord = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[^\p{L}]+/u)
		.filter(Boolean);

const isOfNoName = (name: string): boolean =>
	NO_VALUE_CELL.test(name) || lettersByWord(name).every((word) => WORDS_OF_NO_NAME.has(word));

/** Legal forms of companies, and the German example of a name. */
const NO_PERSON =
	/(?<!\p{L})(?:ApS|GmbH|Inc|Kft|LLC|Ltd|Oy|PLC|Corp|SARL|S\.?p\.A|S\.?r\.?l|[Ss]p\. ?z ?o\. ?o|ООО)(?!\p{L})|株式会社|有限会社|合同会社|公司$|주식회사|Muster(?:mann|frau|name)$|^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+ Member$/u;

/** What people write into a name when it is out of date. */
const REMARK =
	/[[\]{}\p{Emoji_Presentation}]|\([^()]{0,100}(?<!\p{L})(?:ausgeschieden|deceased|décédée?|do not|doppelt|duplicate|ex(?=\))|fallecid[oa]|inactive|jubilad[oa]|left|nicht mehr|no longer|non più|old(?=\))|overleden|partie?|retired|retraitée?|saiu|test|uit dienst|verstorben|vertrokken|ya no)(?!\p{L})|(?<!\p{L})(?:do not (?:call|contact|use)|left (?:the )?company|ne pas (?:appeler|contacter)|nicht (?:anrufen|kontaktieren)|niet (?:bellen|contacteren)|no (?:contactar|llamar)|no longer (?:at|with)|non (?:chiamare|contattare))(?!\p{L})/iu;

/** In capitals behind a name, since it may be a name. */
const REMARK_IN_CAPITALS = /\s(?:DECEASED|DUPLICATE|FORMER|INACTIVE|LEFT|RETIRED)$/;

/** What may follow a name after a comma: "John Roe, Jr.", and with several capitals "Jane Doe, PharmD". */
const NAME_SUFFIX =
	/,\s*(?:(?:[JSD]r|Esq|Ing|Prof)\.?|(?!C[A-Z]O(?!\p{L}))(?:\p{Lu}\p{Ll}*[.®-]?){2,8})(?=,|$)/gu;
/** In capitals, "DOE, JANE" would end like a title. */
const CAPITAL_SUFFIX = /,\s*(?:JR|SR|ESQ|PHD|MBA|MD|JD|CPA)\.?(?=,|$)/g;

/** Whether a name has separators: it's a list, or in another order. */
const isSeparated = (name: string): boolean =>
	SEPARATOR.test(name.replace(/\p{Ll}/u.test(name) ? NAME_SUFFIX : CAPITAL_SUFFIX, '')) ||
	/\s(?:[-\u2013\u2014&]|and|und|et)\s/.test(name);

/** One word, also behind forms of address: "Frau Müller", "Mevr. de Vries". `Pan`, `Sig` and `Don` are also first names. */
const ONE_WORD =
	/^(?:(?:dhr|dr|familie|family|frau|fru|herrn?|hr|madam|madame|meneer|mevr|mevrouw|miss|mlle|mme|monsieur|mr|mrs|ms|mx|prof|senhora?|señora?|signora?|sr|sra|srta)\.?\s+(?:(?:d[aeio]|del|della|den|der|dos|du|la|le|van|von|zu)\s+)*)*[\p{Script=Latin}.'-]+$/iu;

export const FULL_NAME = 'Use first and last name';

/** Email addresses, names of persons, and profile URLs. */
export const CONTACT_SIGNS: readonly Sign[] = [
	{
		form: (address) => {
			const at = address.lastIndexOf('@');
			const [mailbox, domain] = [address.slice(0, at).toLowerCase(), address.slice(at + 1)];
			return isDoubtful(mailbox) || isPlaceholder(domain) ? address : undefined;
		},
		is: 'looks like a shared or made-up address and may be rejected',
		todo: { address: '' },
		source: 'mailboxes of roles, and values that CRMs and data vendors put in for a missing address',
		refuses: 'office@acme.com',
		passes: 'officer@acme.com',
	},
	{
		// RFC 5322 section 3.2.3, without quotes.
		form: /^(?![a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[^@]*$)/i,
		is: 'has unusual characters and may be rejected',
		todo: { address: '' },
		source: 'RFC 5322 section 3.2.3',
		refuses: '"jane doe"@acme.com',
		passes: "o'brien@acme.com",
	},
	{
		form: (name) =>
			/[@/"]|\d|\bnull\b/.test(name) || SMART_QUOTE.test(name) || isSeparated(name) ? name : undefined,
		is: 'does not look like the name of one person, such as Jane Doe',
		todo: { name: '' },
		source: 'lists, addresses and other columns in the place of a name',
		refuses: 'Jane Doe, John Roe',
		passes: 'John Roe, Jr.',
	},
	{
		form: (name) => (NO_PERSON.test(name) || (/\s/.test(name) && isOfNoName(name)) ? name : undefined),
		is: 'is no name of a person',
		todo: { name: FULL_NAME },
		source: 'departments, hidden profiles and tests in CRMs',
		refuses: 'Network Member',
		passes: 'Ana Sales',
	},
	{
		form: (name) =>
			(REMARK.exec(name) ?? (/\p{Ll}/u.test(name) ? REMARK_IN_CAPITALS.exec(name) : null))?.[0].trim(),
		is: (remark) => `has a remark, ${quoted(remark)}, which is searched as part of the name`,
		todo: { name: 'Remove it, or the row' },
		source: 'remarks in CRMs about people who are gone',
		refuses: 'Ada Linden [LEFT COMPANY]',
		passes: 'Robert (Bob) Left',
	},
	{
		form: ONE_WORD,
		is: 'is only one name',
		todo: { name: FULL_NAME },
		source: 'columns with the first name only, and forms of address',
		refuses: 'Frau Müller',
		passes: 'Dr. Jane Doe',
	},
	{
		form: (url) => parseUrl(url)?.port || undefined,
		is: (port) => `The profile URL has a port, ${port}, and may be rejected`,
		todo: { profile: '' },
		source: 'interface: the exact shape of a profile URL',
		refuses: 'https://network.example:8443/in/jane-doe',
		passes: 'https://network.example/in/jane-doe',
	},
	{
		form: (slug) => /[\p{Pd}\p{Pi}\p{Pf}]/u.exec(slug.replaceAll('-', ''))?.[0],
		is: 'has a typographic dash or quote, and page addresses have none',
		todo: { slug: '' },
		source: 'text processors',
		refuses: 'jane–doe',
		passes: 'jane-doe',
	},
];
