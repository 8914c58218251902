import { describe, expect, it } from 'vitest';
import { code, files, importsOf, isForTests, isTest, linesWith, placesOf } from '../../testing/house/tree.ts';

/** The files that the rules apply to: the rules themselves contain what they forbid. */
const own = code.filter((file) => !file.startsWith('tests/house'));

describe('dependencies', () => {
  it('only packages/kit/kafka imports kafkajs', () => {
    const others = own.filter((file) => !file.startsWith('packages/kit/kafka/'));
    expect(linesWith(/from ['"]kafkajs['"]/, others)).toEqual([]);
  });

  it('the gateway imports files of kit, not all of it: it needs neither Postgres nor Kafka', () => {
    const gateway = own.filter((file) => file.startsWith('gateway/') && !isTest(file) && !isForTests(file));
    expect(linesWith(/from '@tma\/kit'/, gateway)).toEqual([]);
  });

  it('contracts import nothing but zod', () => {
    const wrong = code
      .filter((file) => file.startsWith('packages/contracts/') && !isTest(file))
      .flatMap((file) => importsOf(file).filter(({ specifier }) => specifier !== 'zod' && !/^\.\.?\//.test(specifier)));
    expect(wrong).toEqual([]);
  });
});

describe('what is in one place only', () => {
  it('the environment is read in config files', () => {
    const others = own.filter((file) => !/(^|\/)(\w+\.)?config\.ts$/.test(file) && file !== 'infra/begin.mjs');
    const wrong = linesWith(/process\.env\b/, others).filter((line) => !allowedEnvironment.test(line));
    expect(wrong).toEqual([]);
  });

  it('SQL is written in stores and schemas', () => {
    const others = own.filter(
      (file) =>
        !/store\.ts$/.test(file) && !isForTests(file) && !/^(infra|bench|packages\/kit\/(db|service))/.test(file),
    );
    // A statement begins a quoted text, whatever its letter case, on one line or several.
    const statement = /[`'"]\s*(select\s[^`'"]*?\bfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\b/gi;
    expect(placesOf(statement, others)).toEqual([]);
  });

  it('no file names the host of a package registry', () => {
    const texts = files.filter((file) => !/\.(png|jpg|webp|woff2|ico)$/.test(file) && !file.startsWith('tests/house'));
    expect(linesWith(/registry\.npmjs|repo1?\.maven|pypi\.org|deb\.debian/, texts)).toEqual([]);
  });
});

/** A child process gets this process's environment; the browser's is changed while it is unpacked. */
const allowedEnvironment = /^testing\/browser\.ts|\.\.\.process\.env/;
