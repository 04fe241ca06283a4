import { describe, expect, it } from 'vitest'
import { type LockedPackages, lockProblems } from './lock-audit.ts'
import { readLock } from './production-packages.ts'
import { manifestOf } from './repository.ts'

const packages = readLock() as LockedPackages
const allowed = Object.keys(manifestOf().allowScripts ?? {})
const integrity = 'sha512-AAAA'

/** Problems that another package adds. */
const problemsWith = (added: LockedPackages) =>
  lockProblems({ ...packages, ...added }, allowed, () => undefined)

describe('The lock file', () => {
  it('has only expected install scripts, sources, duplicates and licenses', () => {
    expect(allowed).toContain('node')
    expect(lockProblems(packages, allowed)).toEqual([])
  })

  it('must not contain packages with other install scripts, and none that are no longer needed', () => {
    const script = { version: '1.0.0', license: 'MIT', integrity, hasInstallScript: true }
    expect(problemsWith({ 'node_modules/quince': script })).toEqual([
      'quince runs an install script, which package.json does not allow',
    ])
    expect(lockProblems(packages, [...allowed, 'quince'])).toEqual([
      'quince has no install script: remove it from allowScripts in package.json',
    ])
  })

  it('must not name download addresses or packages without a hash', () => {
    const resolved = 'https://registry.example.com/quince.tgz'
    const quince = { version: '1.0.0', license: 'MIT', resolved }
    expect(problemsWith({ 'node_modules/quince': quince })).toEqual([
      `node_modules/quince names where it was downloaded from: ${resolved}`,
      'node_modules/quince has no SHA-512 hash',
    ])
  })

  it('must not contain a package in several versions', () => {
    const another = { version: '0.0.1', license: 'MIT', integrity }
    expect(problemsWith({ 'node_modules/quince/node_modules/pg': another })).toEqual([
      expect.stringMatching(/^pg is installed in 2 versions: /),
    ])
  })

  it('must not contain packages with other licenses', () => {
    const license = (name: string) => ({ version: '1.0.0', license: name, integrity })
    expect(problemsWith({ 'node_modules/quince': license('(GPL-3.0 OR MIT)') })).toEqual([])
    for (const name of ['GPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED']) {
      expect(problemsWith({ 'node_modules/quince': license(name) })).toEqual([
        `node_modules/quince has the license ${name}, which is not in the list`,
      ])
    }
  })
})
