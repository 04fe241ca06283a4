import type { FetchedMessage } from '@loquat/contract'
import type { ReactNode } from 'react'
import type { FeedView } from '../../navigation/narrow.ts'
import { usePerson } from '../../people/people.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { listCommands } from './list-commands.ts'
import type { CommandPlace, CommandSection } from './message-command.ts'
import { messageCommands } from './message-commands.ts'

/** A command for one message, ready to be drawn. */
export interface MessageAction {
  id: string
  section: CommandSection
  label: string
  icon: ReactNode
  keys: string | undefined
  /** The reason why it is not allowed, in words. */
  denied: string | undefined
  isDangerous: boolean
  run: () => void
}

/** The commands that a place lists for a message. */
export function useMessageCommands(
  place: CommandPlace,
  message: FetchedMessage,
  view: FeedView,
): readonly MessageAction[] {
  const text = useText()
  const name = usePerson(message.sender_id)?.full_name ?? message.sender_full_name
  // A string, so that a change of the organization draws nothing unless the list changes with it.
  const listed = useOrg((org) =>
    listCommands(place, { message, view }, org, Date.now())
      .map(({ command, denial = '' }) => `${command.id}:${denial}`)
      .join(' '),
  )
  return listed.split(' ').flatMap((entry) => {
    const [id = '', denial = ''] = entry.split(':')
    const command = messageCommands.find((one) => one.id === id)
    if (command === undefined) return []
    const { section, keys, isDangerous = false } = command
    return {
      id,
      section,
      keys,
      isDangerous,
      label: text(command.label(message), { name }),
      icon: command.icon(message),
      denied: denial === '' ? undefined : text(`denied.${denial}`),
      run: () => command.run(message, view),
    }
  })
}
