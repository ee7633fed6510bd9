import { type Block, type GuideSection, type Span, spansOf } from './guide.ts';

/** One section of the guide, in the program's look. */
export function GuideText({ section }: { section: GuideSection }) {
  return (
    <article className="flex flex-col gap-3 pb-4 select-text">
      <h3 className="text-title font-semibold text-balance">{section.title}</h3>
      {section.blocks.map((block, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a section is drawn again as a whole; its blocks have no other name
        <BlockText key={at} block={block} />
      ))}
    </article>
  );
}

function BlockText({ block }: { block: Block }) {
  switch (block.is) {
    case 'heading':
      return <h4 className="pt-2 text-large font-semibold">{block.text}</h4>;
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {block.items.map((item) => (
            <li key={item}>
              <Line text={item} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return <TableText {...block} />;
  }
}

function TableText({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className="w-full text-left text-small">
      <thead>
        <tr className="border-b border-line-strong align-bottom">
          {head.map((cell, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns have no other name, and some have none
            <th key={at} scope="col" className="py-1 pr-3 font-semibold">
              <Line text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join('|')} className="border-b border-line align-top">
            {row.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
              <td key={at} className="py-1.5 pr-3 break-words">
                <Line text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ text }: { text: string }) {
  return spansOf(text).map((span, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of a line may repeat
    <SpanText key={at} span={span} />
  ));
}

function SpanText({ span: { text, look } }: { span: Span }) {
  switch (look) {
    case 'strong':
      return <strong className="font-semibold">{text}</strong>;
    case 'emphasis':
      return <em>{text}</em>;
    case 'code':
      return <code className="rounded-key bg-sunken px-1 font-mono text-small break-words">{text}</code>;
    case 'plain':
      return text;
  }
}
