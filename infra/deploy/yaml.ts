import { Alias, stringify } from 'yaml';

/** A value as YAML. What is `undefined` is left out; an anchor may be defined outside of this text. */
export const toYaml = (value: unknown): string =>
  stringify(value, { merge: true, verifyAliasOrder: false, aliasDuplicateObjects: false, lineWidth: 0 });

/** `<<: *anchor`, the first entry of a mapping that takes over another one. */
export const merged = (anchor: string) => ({ '<<': new Alias(anchor) });
