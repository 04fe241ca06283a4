import { lockProblems } from './lock-audit.ts'
import { readLock } from './production-packages.ts'
import { manifestOf } from './repository.ts'

/** `npm run audit:lock`: checks the packages that the lock file names. */

const packages = readLock()
const problems = lockProblems(packages, Object.keys(manifestOf().allowScripts ?? {}))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else
  console.info(
    `${Object.keys(packages).length} packages: install scripts, sources, versions and licenses are as expected.`,
  )
