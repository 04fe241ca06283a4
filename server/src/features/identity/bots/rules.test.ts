import { withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { assertIntegration } from '../../administration/bot-accounts/rules.ts'

describe('An integration with options', () => {
  const config_options = [{ key: 'branch', label: 'Which branch', validator: 'text' }]
  const known = [
    {
      name: 'builds',
      display_name: 'Builds',
      category: 'Continuous integration',
      description: 'Results of builds.',
      all_event_types: null,
      config_options,
    },
  ]

  it('requires a value for each option', () => {
    expect(() => assertIntegration('builds', { branch: 'main' }, known)).not.toThrow()
    const missing = expect.objectContaining(withReason('bot-option-missing'))
    expect(() => assertIntegration('builds', {}, known)).toThrow(missing)
    expect(() => assertIntegration('builds', { branch: '' }, known)).toThrow(missing)
  })
})
