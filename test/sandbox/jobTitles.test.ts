import fc from 'fast-check';
import { jobTitlesProblem } from '../../sandbox';
import { ACME, refusedFor, useSandbox } from './support';

const service = useSandbox();
const nested = (depth: number) => `${'('.repeat(depth)}cto${')'.repeat(depth)}`;

describe('job_titles: well-formed', () => {
	test.each([
		['a single word may be unquoted', 'cto'],
		['multi-word phrases in double quotes', '"chief technology officer"'],
		['AND', 'head AND sales'],
		['OR', 'cto OR cfo'],
		['NOT', 'manager AND NOT assistant'],
		['NOT first', 'NOT intern'],
		['NOT of a group', 'NOT (intern OR trainee)'],
		['parentheses group', '(cto OR cfo) AND ("vp sales" OR head)'],
		['EXACT with one quoted title', 'EXACT("Chief Executive Officer")'],
		['EXACT among others', 'EXACT("CEO") OR cfo'],
		['a term of 2 characters', 'hr'],
		['a term of 100 characters', 'x'.repeat(100)],
		['a phrase of 100 characters', `"${'x y '.repeat(25)}"`],
		['32 nested groups', nested(32)],
		['many groups side by side', Array.from({ length: 60 }, () => '(cto)').join(' OR ')],
		['9,000 characters', `${'"vp" OR '.repeat(1124)}director`],
		['words that start like operators', 'ANDROID OR ORACLE OR NOTARY'],
		['quoted operators are words', '"AND" OR "NOT"'],
		['lower-case operators are words', 'and'],
		['letters of any script', '経理部長 OR Geschäftsführer'],
		['signs inside words', 'C++ OR R&D OR e-commerce'],
	])('%s', async (_line, job_titles) => {
		await service.created({ ...ACME, job_titles });
	});
});

describe('job_titles: malformed is a 400 of the field job_titles', () => {
	test.each([
		['empty', ''],
		['only spaces', '   '],
		['phrases must be in quotes', 'sales manager'],
		['operators must be uppercase', 'sales and marketing'],
		['an operator without its right side', 'cto OR'],
		['an operator without its left side', 'AND cto'],
		['two operators', 'cto AND OR cfo'],
		['NOT alone', 'NOT'],
		['an open group', '(cto OR cfo'],
		['a group that was never opened', 'cto)'],
		['an empty group', '()'],
		['an open quote', '"chief'],
		['an empty phrase', '""'],
		['a term of 1 character', 'x'],
		['a phrase of 1 character', '" x "'],
		['a term of 101 characters', 'x'.repeat(101)],
		['EXACT without a title', 'EXACT()'],
		['EXACT with an unquoted title', 'EXACT(ceo)'],
		['EXACT with two titles', 'EXACT("ceo" OR "cfo")'],
		['EXACT without parentheses', 'EXACT "ceo"'],
		['EXACT with a title of 1 character', 'EXACT("x")'],
		['33 nested groups', nested(33)],
		['9,001 characters', `${'"vp" OR '.repeat(1124)}directors`],
		['a very deep group', '('.repeat(8_999)],
	])('%s', async (_line, job_titles) => {
		expect(await service.post('/v1/radars', { ...ACME, job_titles })).toMatchObject(
			refusedFor(400, 'job_titles'),
		);
	});
});

test('2.4 in a bulk request it is an item-level failure', async () => {
	const bulkId = await service.submitted({ radars: [{ ...ACME, job_titles: 'sales manager' }] });
	const { body } = await service.get(`/v1/radars/bulk/${bulkId}`);
	expect(body.radars[0]).toMatchObject({ code: 400, errors: [{ field: 'job_titles' }] });
});

describe("a radar's own titles: only these are found", () => {
	const titlesOf = async (job_titles: string, radar_type = 'company_new_hires') => {
		const { radar_id } = await service.created({ ...ACME, radar_type, job_titles });
		const updates = service.control.pushFindings({ radar_id, count: 30 });
		return [
			...new Set(
				updates.map(({ content }) => {
					const { title, job_title, current_title, author } = content as Record<string, string> & {
						author?: { title: string };
					};
					return title ?? job_title ?? current_title ?? author?.title;
				}),
			),
		].sort();
	};

	test.each([
		['a phrase', '"head of marketing"', ['Head of Marketing']],
		['a word in any case', 'SALES', ['Vice President of Sales']],
		[
			'OR and NOT',
			'(manager OR analyst) AND NOT senior AND NOT "people operations manager"',
			['Customer Success Manager', 'Data Analyst'],
		],
		['EXACT', 'EXACT("data analyst") OR EXACT("analyst")', ['Data Analyst']],
		['whole words', 'art', ['Art']],
		['words that no invented title has', '"head of sales" OR CFO', ['CFO', 'Head Of Sales']],
		['two of them at once', 'chief AND risk', ['Chief Risk']],
	])('%s', async (_, expression, titles) => {
		expect(await titlesOf(expression)).toEqual(titles);
	});

	test.each(['company_job_openings', 'company_promotions', 'company_social_posts_cxo'])(
		'of %s, too',
		async (radar_type) => {
			expect(await titlesOf('sales', radar_type)).toEqual(['Vice President of Sales']);
		},
	);

	test('a radar whose filter nothing passes finds nothing by itself', async () => {
		service.control.change({ speed: 1000, findings: { afterCreation: 2, delay: 1 } });
		await service.created({ ...ACME, job_titles: 'sales AND NOT sales' });
		await service.control.idle();
		expect((await service.get('/v1/updates')).body.updates).toEqual([]);
	});
});

test('no input makes the grammar fail in any other way than by saying what is malformed', () => {
	const token = fc.constantFrom('AND', 'OR', 'NOT', 'EXACT', '(', ')', '"', ' ', 'cto', 'x', '\\', '\n');
	const expression = fc.oneof(
		fc.string(),
		fc.array(token, { maxLength: 200 }).map((parts) => parts.join('')),
	);
	fc.assert(
		fc.property(expression, (text) => {
			const problem = jobTitlesProblem(text);
			expect(problem === null || /characters|malformed/.test(problem)).toBe(true);
		}),
	);
});
