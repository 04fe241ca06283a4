import { describe, expect, it } from 'vitest'
import { Chooser } from './testing/access/chooser.ts'
import { compareExports } from './testing/access/exports.ts'
import { randomOrganization } from './testing/access/organization.ts'
import { compareAllReads } from './testing/access/reads.ts'
import { Report } from './testing/access/report.ts'
import { takeStep } from './testing/access/steps.ts'

/** Another seed gives other organizations. Failures name it. */
const firstSeed = 21_000
const organizations = 3
const stepsPerOrganization = 120

describe('Access to channels, messages and files', () => {
  for (let n = 0; n < organizations; n++) {
    const seed = firstSeed + n
    it(`is what the specification says, for everyone in the random organization ${seed}`, {
      timeout: 600_000,
    }, async () => {
      const access = await randomOrganization(new Chooser(seed))
      let step = 0
      const report = new Report(() => `seed ${seed}, step ${step}`)
      await compareAllReads(access, report)
      for (step = 1; step <= stepsPerOrganization; step++) {
        await takeStep(access, report)
        expect(report.differences.slice(0, 5)).toEqual([])
      }
      await compareAllReads(access, report)
      await compareExports(access, report)
      expect(report.differences.slice(0, 5)).toEqual([])
      console.info(`Seed ${seed}: ${report.decisions} decisions agree.`)
    })
  }
})
