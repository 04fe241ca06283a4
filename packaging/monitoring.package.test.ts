import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { dataFolder } from '@loquat/devkit/data-folder'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from './repository.ts'
import { ensureInstalled, systemPath } from './testing/debian-programs.ts'

const patience = 300_000
const promtool = (args: string[], input = '') =>
  execFileSync('promtool', args, { env: { PATH: systemPath }, input, encoding: 'utf8' })

beforeAll(() => ensureInstalled({ promtool: 'prometheus' }), patience)

describe('Prometheus', () => {
  it('accepts its configuration and the alert rules', () => {
    const output = promtool(['check', 'config', join(root, 'deploy/monitoring/prometheus.yaml')])
    expect(output).toContain('is valid prometheus config file syntax')
    expect(output).toMatch(/SUCCESS: \d+ rules found/)
  })

  it('accepts the metrics of a server', { timeout: patience }, async () => {
    const { start } = await dataFolder()
    const server = await start()
    const page = await (await fetch(`${server.url}/metrics`)).text()
    const problems = () => {
      try {
        return promtool(['check', 'metrics'], page)
      } catch (error) {
        return String((error as { stderr?: string }).stderr)
      }
    }
    // Names of the metrics of every Node program are not ours to change.
    expect(problems().match(/^.*loquat_.*$/gm) ?? []).toEqual([])
  })
})
