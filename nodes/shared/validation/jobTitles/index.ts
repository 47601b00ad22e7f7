export { checkJobTitles, parseJobTitles } from './check';
export { compileJobTitles } from './compile';
export { matchJobTitle, type TitleMatch } from './evaluate';
export type { ParsedJobTitles } from './language';
