/** A JSON Schema, as `z.toJSONSchema` makes it of an event's data. */
export interface Schema {
  readonly [keyword: string]: unknown;
}
type Properties = Record<string, Schema>;

/** What says nothing about which values are valid. */
const annotations = new Set(['title', 'description', 'examples']);

/**
 * The changes between two schemas of one event that break somebody, each as a line of text; none if it is safe to release.
 *
 * While a new version comes in, old and new instances run side by side, and Kafka holds events for a week. So each new
 * event is read with the kept schema, by a consumer that still runs, and each kept event with the new schema:
 * - A property that existed has to accept the same values as before. Fewer, and an old event no longer fits; more, and an
 *   old consumer puts the new event among its dead letters.
 * - A new property has to be optional: old events have none, and old consumers ignore it.
 * - No property goes, and none becomes required or optional: old consumers read it, old events may lack it.
 *
 * What has to accept more values anyway takes two releases: first the wider schema (its kept file deleted and written
 * anew), then what sends such values. What a `refine` checks is in no JSON Schema: a property that exists gets none.
 */
export function breakingChanges(kept: Schema, today: Schema, path = 'data'): string[] {
  const keywords = Object.keys({ ...kept, ...today }).filter((keyword) => !annotations.has(keyword));
  return keywords.flatMap((keyword) => {
    const [was, is] = [kept[keyword], today[keyword]];
    if (keyword === 'properties') return changedProperties(was as Properties, is as Properties, path);
    if (keyword === 'required') return changedRequired(kept, today, path);
    if (keyword === 'items' && was && is) return breakingChanges(was as Schema, is as Schema, `${path}[]`);
    if (keyword === 'anyOf' && isList(was) && isList(is) && was.length === is.length) {
      return was.flatMap((option, index) => breakingChanges(option, is[index] ?? {}, path));
    }
    return textOf(was) === textOf(is) ? [] : [`${path}: ${keyword} was ${textOf(was)}, is ${textOf(is)}`];
  });
}

function changedProperties(kept: Properties = {}, today: Properties = {}, path: string): string[] {
  return Object.entries(kept).flatMap(([name, schema]) => {
    const is = today[name];
    return is
      ? breakingChanges(schema, is, `${path}.${name}`)
      : [`${path}.${name}: is gone, but old consumers read it`];
  });
}

function changedRequired(kept: Schema, today: Schema, path: string): string[] {
  const [was, is] = [requiredOf(kept), requiredOf(today)];
  const stays = (name: string) => name in ((today.properties ?? {}) as Properties);
  return [
    ...is
      .filter((name) => !was.includes(name))
      .map((name) => `${path}.${name}: is required, but old events may lack it`),
    ...was
      .filter((name) => !is.includes(name) && stays(name))
      .map((name) => `${path}.${name}: is optional, but old consumers require it`),
  ];
}

const requiredOf = ({ required = [] }: Schema) => required as string[];

const isList = (value: unknown): value is Schema[] => Array.isArray(value);

/** The order of an enum's values means nothing. */
const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value) ?? 'absent';
