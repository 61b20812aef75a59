import type { JsonObject } from '@polywire/protocol';
import { tableOf } from './table-of.ts';

/** What a chart shows, in numbers. */
export function ChartTable({ options }: { readonly options: JsonObject }) {
  const { head, rows } = tableOf(options);
  return (
    <section
      aria-label={head.join(', ')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="scroll-thin max-h-96 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {head.map((name, i) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              if (name === '') return <td key={i} />;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <th key={i} scope="col" className={`px-3 py-1.5 font-medium ${i === 0 ? '' : 'text-right'}`}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={i} className="border-line border-t">
              {row.map((cell, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={j} className={`px-3 py-1.5 tabular-nums ${j === 0 ? '' : 'text-right'}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
