import { alignRows } from '../../../nodes/shared/updates/simplifyUpdate';

const LAST = { upsert_key: 'k', update_id: 'u' };

it('gives rows the same columns in one order, those that no row lacks first', async () => {
	const rows = [
		{ summary: 'a', company: '', rating: 4, link: 'https://a.example', ...LAST },
		{ summary: 'b', company: 'B', full_name: null, title: 'CEO', link: 'https://b.example', ...LAST },
	];
	const aligned = await alignRows(rows);
	expect(aligned.map((row) => Object.keys(row))).toEqual(
		rows.map(() => ['summary', 'link', 'company', 'full_name', 'title', 'rating', 'upsert_key', 'update_id']),
	);
	expect(aligned[0]).toEqual({ ...rows[0], full_name: null, title: null });
	expect(aligned[1]).toEqual({ ...rows[1], rating: null });
});

it('leaves out columns that are empty in all rows, where that is wanted', async () => {
	const rows = [
		{ summary: 'a', company: '', title: null, ...LAST },
		{ summary: 'b', company: null, title: 'CEO', ...LAST },
	];
	expect((await alignRows(rows, true)).map((row) => Object.keys(row))).toEqual(
		rows.map(() => ['summary', 'title', 'upsert_key', 'update_id']),
	);
});

it('keeps rows without a column of updates', async () => {
	expect(await alignRows([{ a: 1 }, { b: 2 }])).toEqual([
		{ a: 1, b: null },
		{ a: null, b: 2 },
	]);
	expect(await alignRows([])).toEqual([]);
});
