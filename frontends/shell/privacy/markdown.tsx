/** As much of Markdown as docs/privacy.md is written in: headings, lists and paragraphs. Its title is the page's. */
export const Markdown = ({ text }: { text: string }) =>
  text
    .trim()
    .split(/\n{2,}/)
    .slice(1)
    .map((block) => <Block key={block} text={block} />);

function Block({ text }: { text: string }) {
  if (text.startsWith('## ')) return <h2>{text.slice(3)}</h2>;
  if (!text.startsWith('- ')) return <p>{text.replaceAll('\n', ' ')}</p>;
  return (
    <ul>
      {text
        .slice(2)
        .split('\n- ')
        .map((item) => (
          <li key={item}>{item.replaceAll(/\s*\n\s*/g, ' ')}</li>
        ))}
    </ul>
  );
}
