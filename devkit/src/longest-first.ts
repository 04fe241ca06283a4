import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts the files that take longest first, in this order. Started last, one of them would leave a core without work at the end. */
export const longestFirst = (longest: readonly string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification) => {
        const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
        return at === -1 ? longest.length : at
      }
      // Stable: the others keep their order, which is by the last duration or the size.
      return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
    }
  }
