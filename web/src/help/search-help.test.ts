import { describe, expect, it } from 'vitest'
import { createHelpSearch } from './search-help.ts'

const search = createHelpSearch([
  { id: 'mute', title: 'Stummschalten', text: 'Kanäle ohne Benachrichtigungen für dich. Grüße an alle.' },
  { id: 'notify', title: 'Benachrichtigungen', text: 'Ton, Push und E-Mail. /dnd schaltet sie aus.' },
  {
    id: 'quiet',
    title: 'Nicht stören',
    text: 'Benachrichtigungseinstellungen: Ruhezeiten an jedem Wochentag.',
  },
])
const ids = (query: string) => search(query).map(({ id }) => id)

describe('The search in help', () => {
  it('ranks titles before text, and finds pages with every word, or else with most of them', () => {
    expect(ids('benachrichtigungen')).toEqual(['notify', 'mute'])
    expect(ids('benachrichtigungen kanäle')).toEqual(['mute'])
    expect(ids('benachrichtigungen fahrrad')).toEqual(['notify', 'mute'])
    expect(ids('wie kanäle ohne push benachrichtigungen')).toEqual(['mute'])
    expect(ids('fahrrad')).toEqual([])
    expect(ids(' ')).toEqual([])
  })

  it('finds prefixes, parts of compounds, and umlauts however they are typed', () => {
    expect(ids('benachr')[0]).toBe('notify')
    expect(ids('benachr').sort()).toEqual(['mute', 'notify', 'quiet'])
    expect(ids('einstellungen')).toEqual(['quiet'])
    for (const query of ['dnd', '/dnd']) expect(ids(query)).toEqual(['notify'])
    for (const query of ['stören', 'storen', 'stoeren', 'STÖREN']) expect(ids(query)).toEqual(['quiet'])
    for (const query of ['grüße', 'gruesse', 'grusse', 'Grüsse']) expect(ids(query)).toEqual(['mute'])
  })

  it('shows the text around the match', () => {
    expect(search('ruhezeiten')[0]?.excerpt).toContain('Ruhezeiten')
  })
})
