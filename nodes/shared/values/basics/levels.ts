import { sameTitle } from './sameText';

/** Forms that mean the same, the longest first, since they have others in them. */
export const SAME_TITLES: ReadonlyArray<[short: string, long: string]> = [
	['CHRO', 'Chief Human Resources Officer'],
	['CISO', 'Chief Information Security Officer'],
	['CEO', 'Chief Executive Officer'],
	['CFO', 'Chief Financial Officer'],
	['CIO', 'Chief Information Officer'],
	['CMO', 'Chief Marketing Officer'],
	['COO', 'Chief Operating Officer'],
	['CRO', 'Chief Revenue Officer'],
	['CTO', 'Chief Technology Officer'],
	['EVP', 'Executive Vice President'],
	['SVP', 'Senior Vice President'],
	['VP', 'Vice President'],
	['V.P.', 'Vice President'],
	['HR', 'Human Resources'],
];

interface LevelRow {
	value: string;
	name: string;
	/** Patterns of whole words by language, in small letters and without accents. */
	forms: Readonly<Record<string, string>>;
	/** Where a form is part of something else. */
	notIn: string;
}

/** Levels of titles, the highest first. */
export const LEVEL_TABLE = [
	{
		value: 'owner',
		name: 'Owner or Founder',
		forms: {
			en: String.raw`(?:co[- ]?)?(?:owners?|founders?)|(?:business|franchise)[- ]?owner|proprietors?|(?:managing|founding|senior|equity|general) partner|^partner(?=$|[,|@(-]| at | in | -)`,
			de: String.raw`(?:mit|co-?)?(?:inhaber|grunder|gruender|eigentumer|eigentuemer)(?:in|[*:/_]in)?|(?:mit)?gesellschafter(?:in)?`,
			fr: '(?:co-?)?fondat(?:eur|rice)s?|(?:co-?)?proprietaire|(?:co-?)?gerante?[- ]associee?|associee?[- ]gerante?|patron(?:ne)?',
			es: '(?:co-?)?fundador(?:a|es|as)?|duen[oa]|(?:co-?)?propietari[oa]|soci[oa][- ](?:fundador(?:a)?|director(?:a)?|gerente)',
			pt: '(?:co-?)?fundador(?:a)?|(?:co-?)?proprietari[oa]|soci[oa](?:[- ](?:fundador(?:a)?|proprietari[oa]|administrador(?:a)?|diretor(?:a)?))?|don[oa]',
			it: '(?:co-?)?fondat(?:ore|rice)|titolare|(?:com)?proprietari[oa]|soci[oa] (?:fondat(?:ore|rice)|amministrat(?:ore|rice))',
			nl: '(?:mede-?)?(?:eigenaar|eigenares|oprichter|oprichtster)|directeur[- ]eigenaar|dga',
		},
		notIn: String.raw`(?:product|process|service|system|data|application|app|platform|risk|problem|budget|control|asset|feature|solution|technical product|home|backlog|project|content|domain|capability)[- ]?owner|owner[- ]?operators?|owner'?s? (?:rep(?:resentative)?|relations|success|services|engineer|association)|founder'?s? (?:associate|office|success|program\w*)|founders (?:associate|office)|dono de produto|venture partner`,
	},
	{
		value: 'c_level',
		name: 'C-Level',
		forms: {
			en: String.raw`c[a-z]o|c(?:hr|is|sc|pp|dp|ss|ai|xx)o|c[a-z]os|chief(?: (?!petty|warrant|of|engineering officer|steward)[\w&/,-]+){1,5} officer|chief executive|(?<!vice[- ]?)(?<!vice-)president(?! of the (?:class|club))|(?:co-?)?(?:chairman|chairwoman|chairperson)|chair of the board|(?:executive |vice )?chair$|(?:board member|member of (?:the )?(?:(?:management|executive|supervisory) )?board)|managing directors?`,
			de: String.raw`geschaftsfuhrer(?:in|[*:/_]in)?|geschaeftsfuehrer(?:in|[*:/_]in)?|geschaftsfuhrende[rn]? (?!assist)\w+|geschaftsleitung|geschaftsleiter(?:in)?|[a-z]*vorstand(?:s|in)?|[a-z]*vorstand(?:s(?:vorsitz|mitglied|sprecher|chef)\w*)|hauptgeschaftsfuhrer(?:in)?|generaldirektor(?:in)?|(?<!vize)(?<!vize-)prasident(?:in)?`,
			fr: String.raw`(?<!vice[- ])presidente?|pdg|dg|direct(?:eur|rice)[- ]generale?|directeurs? generaux|gerante?`,
			es: String.raw`(?<!vice[- ]?)president[ea]|director(?:a)? (?:general|ejecutiv[oa])|gerente general|consejer[oa] delegad[oa]|administrador(?:a)? unic[oa]|directivo de la junta`,
			pt: String.raw`diretor(?:a)?[- ](?:geral|executiv[oa]|presidente|superintendente)|presidente|administrador(?:a)? delegad[oa]`,
			it: String.raw`presidente|amministrat(?:ore|rice) (?:delegat[oa]|unic[oa])|dirett(?:ore|rice) generale`,
			nl: String.raw`(?:algemeen|statutair) directeur|bestuursvoorzitter|bestuurder|bestuurslid|voorzitter`,
		},
		notIn: String.raw`(?:vice|vize|vicio)[- ]?pr[ae]sident\w*|past president|(?:student|class|club)(?: body)? president|president'?s (?:club|office)|vice[- ]?presidente?s?|vicepresident[ea]?`,
	},
	{
		value: 'vice_president',
		name: 'Vice President',
		forms: {
			en: String.raw`[sefadgr]?vps?|(?:[sefagrd]?v ?p)(?=[- ,/|]|$)|vice[- ]?presidents?|vice pres\.?`,
			de: 'vize-?prasident(?:in)?',
			fr: 'vice[- ]?presidente?',
			es: 'vice[- ]?president[ea]',
			pt: 'vice[- ]?presidente',
			it: 'vice[- ]?presidente',
			nl: 'vice[- ]?president',
		},
		notIn: '',
	},
	{
		value: 'head',
		name: 'Head',
		forms: {
			en: String.raw`heads? (?:of|for)|(?:co-|deputy |vice )?head(?= ?(?:[,&|/(:-]|and |$|(?:sales|marketing|hr|human|people|it|tech\w*|engineering|product|operations|finance|legal|data|design|growth|global|group|corporate|business|digital|customer|strategy|talent|r&d)(?![\p{L}\p{N}])))(?<=^(?:co-|deputy |vice )?head|(?:global|country|regional|region|cluster|group|department|departmental|dept|division|divisional|functional|practice|zonal|zone|area|national|section|business|unit|sales|marketing|product|hr|it|engineering|operations|finance|design|data|talent|content|growth|legal|risk|delivery|technology|program|commercial|strategy|recruitment|branch|project|academic|faculty|policy|service|services) head|[,&|/(-] ?head)|chief of staff`,
			de: String.raw`(?!(?:team|projekt|gruppen|filial|schicht|bau|markt|standort|kita|shop|store|schul|kurs|ubungs|uebungs|teil\w*projekt|stv|restaurant|hotel|kuchen|saal|studien|lager|werkstatt|niederlassungs)leit)[a-z]*(?:leiter(?:in|[*:/_]in)?|leitung)|abteilungschef(?:in)?|bereichsvorstand`,
			fr: String.raw`responsables?|chef(?:fe)? (?:de (?:service|departement|division|pole|secteur)|du (?:service|departement|pole))`,
			es: String.raw`responsable|jef[ea] (?!de (?:proyectos?|equipo|obra|turno|tienda|producto|cocina))(?:de|del)?`,
			pt: String.raw`responsavel|chefe (?!de (?:equipa|equipe|projetos?|cozinha|turno))(?:d[eoa]s?)?`,
			it: 'responsabile|capo (?:ufficio|reparto|dipartimento|divisione|settore|area)|caporeparto|capoufficio',
			nl: String.raw`hoofd(?! ?(?:kok|aannemer|docent|verpleegkundige|uitvoerder))|[a-z]*hoofd(?=$|[ ,-])`,
		},
		notIn: String.raw`responsable de clientele|double head|hoofdkantoor|gluhleitung|rohrleitung\w*|dienstleitung`,
	},
	{
		value: 'director',
		name: 'Director',
		forms: {
			en: String.raw`directors?|dir\.?(?=$|[ ,])`,
			de: 'direktor(?:in|[*:/_]in)?|[a-z]*direktor(?:in)?',
			fr: 'direct(?:eur|rice)s?|sous-direct(?:eur|rice)|drh|dsi|daf',
			es: 'director(?:a|es|as)?|subdirector(?:a)?',
			pt: 'diretor(?:a|es|as)?|director(?:a)?',
			it: '(?:vice[- ]?|con)?dirett(?:ore|rice|ori)|dirigente',
			nl: String.raw`[a-z]*directeur|directrice`,
		},
		notIn: String.raw`funeral director|casting director|(?:music|choir|band|script|stage|photography|film|video|camp) director|director of photography|director'?s|directors'? (?:assistant|office)`,
	},
	{
		value: 'manager',
		name: 'Manager',
		forms: {
			en: String.raw`managers?|mgr\.?|manageress|supervisors?|superintendent|team[- ]?lead(?:er)?s?|foreman|principal of`,
			de: String.raw`[a-z]*manager(?:in|[*:/_]in)?|(?:team|projekt|gruppen|filial|schicht|bau|markt|standort|kita|shop|store|lager|restaurant|werkstatt|niederlassungs)leit(?:er(?:in|[*:/_]in)?|ung)|meister(?:in)?`,
			fr: String.raw`chef(?:fe)?s? (?:de|d')[ a-z]+|cheffe?s? d'\w+|encadrante?`,
			es: String.raw`gerente|subgerente|encargad[oa]|supervisor(?:a)?|jef[ea] de \w+|lider de equipo`,
			pt: String.raw`gerente|gestor(?:a)?|coordenador(?:a)?|supervisor(?:a)?|chefe d[eoa]s? \w+|encarregad[oa]|lider de equip[ea]`,
			it: String.raw`gestore|capo ?(?:squadra|progetto|turno|cantiere|team)|coordinat(?:ore|rice)|store manager`,
			nl: String.raw`teamleid(?:er|ster)|bedrijfsleid(?:er|ster)|afdelingsleid(?:er|ster)|projectleid(?:er|ster)|filiaalleid(?:er|ster)|leidinggevende|teammanager`,
		},
		notIn: String.raw`(?:[a-z]+ )?account ?manager(?:in)?|(?:client|customer|relationship|case|community|social media|customer success|client success|kundenbetreuungs) ?(?:success |relationship |relations |experience )?manager(?:in)?|manager(?:'s)? assistant|chef(?:fe)? de (?:rang|partie|cuisine)|jef[ea] de cocina|gestor(?:a)? de contas|coordenador(?:a)? de (?:eventos)`,
	},
] as const satisfies readonly LevelRow[];

export type Level = (typeof LEVEL_TABLE)[number]['value'] | 'other';

export const LEVEL_NAMES: ReadonlyArray<{ value: Level; name: string }> = [
	...LEVEL_TABLE,
	{ value: 'other', name: 'Other' },
];

/** A person at the service of another: what follows is the other's title. */
const OF_ANOTHER = new RegExp(
	String.raw`(?<![\p{L}\p{N}])(?:(?:assist|asist|referent|sekret|secret|sekr|berater|advis|conseill|asesor|consigl|adviseur|aide|bras droit|stabsstelle)\p{L}*(?: (?:executiv|personal|particul|ejecutiv)\p{L}*)? (?:to|for|d|de|des|der|del|della|di|do|da|dos|van|von|du|al|a|zur?m?|op)(?: (?:the|our|la|le|l|de|den|het|el|o|os))?(?=[ '])|(?:executive|personal|administrative|management|vorstands|direktions|geschaftsfuhrungs)[- ]?assist\p{L}*|(?:ea|pa|support|right hand|report\p{L}*|adjointe? au|adjointe? a la|adjunt[oa] al?) to(?= )|adjointe? (?:au|a la|du)(?= )|(?:office|buro|bureau|oficina) (?:of|des|der|du|de)(?: (?:the|la|le))?(?= (?:c\p{L}o|vice|president|presidente?|chair\p{L}*|director|vorstand\p{L}*|geschaftsfuhr\p{L}*)(?!\p{L}))|to (?:the |our )?(?=(?:c[a-z]o|[sef]?vp|vice|presid|direct|manag|head|chair|chief|board|found|owner))|aupres d).*`,
	'u',
);

const words = (pattern: string): RegExp =>
	new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'gu');

/** Created with the first title, so that n8n starts faster. */
let patterns: ReadonlyArray<{ level: Level; forms: RegExp; notIn: RegExp }> | undefined;

const HAS_LATIN = /\p{Script=Latin}/u;

/**
 * The highest level whose form is in a job title: the one that a recruiter would give. Undefined if the title can't be judged, since
 * it's empty or in another script.
 */
export function levelOf(title: string): Level | undefined {
	if (!HAS_LATIN.test(title)) return undefined;
	patterns ??= LEVEL_TABLE.map(({ value, forms, notIn }) => ({
		level: value,
		forms: words(Object.values(forms).join('|')),
		notIn: words(notIn || '(?!)'),
	}));
	const plain = sameTitle(title).normalize('NFD').replace(/\p{M}/gu, '');
	const own = plain.replace(OF_ANOTHER, ' ');
	const found = patterns.find(({ forms, notIn }) => own.replace(notIn, ' ').search(forms) >= 0);
	return found?.level ?? 'other';
}
