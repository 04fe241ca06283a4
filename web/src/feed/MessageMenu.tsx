import type { FetchedMessage } from '@loquat/contract'
import { Fragment } from 'react'
import { MenuItem, MenuLine } from '../components/Menu.tsx'
import { commandSections } from '../messages/commands/message-command.ts'
import { useMessageCommands } from '../messages/commands/use-message-commands.ts'
import type { FeedView } from '../navigation/narrow.ts'

/** The menu of a message. */
export function MessageMenu({ message, view }: { message: FetchedMessage; view: FeedView }) {
  const actions = useMessageCommands('menu', message, view)
  return commandSections.map((section, at) => {
    const inside = actions.filter((action) => action.section === section)
    return (
      <Fragment key={section}>
        {at > 0 && inside.length > 0 && <MenuLine />}
        {inside.map(({ id, icon, label, keys, denied, isDangerous, run }) => (
          <MenuItem key={id} icon={icon} keys={keys} denied={denied} danger={isDangerous} onSelect={run}>
            {label}
          </MenuItem>
        ))}
      </Fragment>
    )
  })
}
