import text from '../../../docs/privacy.md';
import { Markdown } from './markdown.tsx';

export default () => <Markdown text={text} />;
