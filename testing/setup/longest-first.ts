import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By far the longest of their kind, a minute and more. */
const long = /\/(schemathesis|looks|right-to-left|bodies|office|backup|erasure|faults|kill)\.test\.ts$/;

/** Begins with them: otherwise large files come first, and one of these, begun last, is waited for while no other runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
