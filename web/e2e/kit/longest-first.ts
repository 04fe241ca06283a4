import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest. Started last, one of them would leave a core without work at the end. */
const longest = ['languages', 'screens', 'phone-targets', 'hostile-messages', 'big']

/** Starts the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`))
      return at === -1 ? longest.length : at
    }
    // Stable: the others keep their order, which is by the last duration or the size.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
